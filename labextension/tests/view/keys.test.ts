import { fireEvent } from '@testing-library/react';
import { guardKeys } from '../../src/view/keys';

function notebook(): { reply: HTMLElement; link: HTMLElement; heard: string[] } {
  document.body.innerHTML = '<main><div><a href="#x">a link</a></div></main>';
  const [reply] = document.querySelectorAll('div');
  const [link] = document.querySelectorAll('a');
  const heard: string[] = [];
  document.querySelector('main')?.addEventListener('keydown', event => {
    heard.push(`${event.ctrlKey ? 'Ctrl ' : ''}${event.key}`);
    event.preventDefault();
  });
  return { reply, link, heard };
}

describe('the keys of a reply', () => {
  it('do not reach the notebook around it', () => {
    const { reply, link, heard } = notebook();
    guardKeys(reply);
    fireEvent.keyDown(link, { key: 'd' });
    fireEvent.keyDown(link, { key: 'Enter', shiftKey: true });
    expect(heard).toEqual([]);
  });

  it('save the notebook, and not the page', () => {
    const { reply, link, heard } = notebook();
    guardKeys(reply);
    const isLeft = fireEvent.keyDown(link, { key: 's', ctrlKey: true });
    expect(heard).toEqual(['Ctrl s']);
    expect(isLeft).toBe(false);
  });

  it('are marked on whatever takes the focus, also if others made it', () => {
    const { reply, link } = notebook();
    guardKeys(reply);
    link.focus();
    expect(link.dataset.lmSuppressShortcuts).toBe('true');
  });

  it('are the notebook’s again when the reply is gone', () => {
    const { reply, link, heard } = notebook();
    guardKeys(reply)();
    fireEvent.keyDown(link, { key: 'd' });
    expect(heard).toEqual(['d']);
  });
});
