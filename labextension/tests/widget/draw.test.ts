import { act, waitFor } from '@testing-library/react';
import { draw } from '../../src/widget/draw';
import { mount } from '../../src/widget/mount';
import { done, message, record, words } from './replies';
import { WidgetModel } from './widget-model';

function place(node: Node = document.body): { el: HTMLElement; end: AbortController } {
  const el = document.createElement('div');
  node.appendChild(el);
  return { el, end: new AbortController() };
}

/** Shows Markdown as it is written. */
const MARKDOWN = {
  render: async (text: string) => {
    const node = document.createElement('div');
    node.textContent = text;
    return node;
  },
  highlight: async () => document.createDocumentFragment()
};

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('a reply is drawn from when it begins to its end', async () => {
  const model = new WidgetModel({ record: { seq: 0, replies: [] } });
  const { el, end } = place();
  act(() => draw({ model, el, signal: end.signal }, MARKDOWN));
  expect(el.querySelector('article')).toBeNull();
  const events = [words('One'), words(' two.'), message(), done()];
  act(() => model.update({ d1: { begin: record(), events } }));
  await waitFor(() => expect(el.textContent).toContain('One two.'));
  act(() => end.abort());
  expect(el.childNodes).toHaveLength(0);
  expect(model.listeners).toBe(0);
});

test('stop is said to be heard late there', () => {
  const model = new WidgetModel({
    record: { seq: 0, replies: [record([words('a')])] }
  });
  const { el, end } = place();
  act(() => draw({ model, el, signal: end.signal }, MARKDOWN));
  const stop = el.querySelector<HTMLElement>('[title*="interrupt the kernel"]');
  act(() => stop?.click());
  expect(model.sent).toEqual([{ type: 'stop', run_id: 'run-1' }]);
  act(() => end.abort());
});

test('a panel takes questions', () => {
  const state = { record: { seq: 0, replies: [] }, panel: true };
  const { el, end } = place();
  act(() => draw({ model: new WidgetModel(state), el, signal: end.signal }, MARKDOWN));
  expect(el.querySelector('textarea')).not.toBeNull();
  act(() => end.abort());
  expect(el.querySelector('textarea')).toBeNull();
});

test('the styles come once for the page, and once for each shadow root', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const shadow = host.attachShadow({ mode: 'open' });
  const ends = [document.body, document.body, shadow, shadow].map(node => {
    const { el, end } = place(node);
    const model = new WidgetModel({ record: { seq: 0, replies: [] } });
    act(() => mount({ model, el, signal: end.signal }));
    return end;
  });
  expect(document.querySelectorAll('style')).toHaveLength(1);
  expect(shadow.querySelectorAll('style')).toHaveLength(1);
  act(() => ends.forEach(end => end.abort()));
});
