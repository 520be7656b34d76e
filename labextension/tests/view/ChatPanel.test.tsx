import { act, fireEvent, render, screen } from '@testing-library/react';
import * as React from 'react';
import { Conversation } from '../../src/model/conversation';
import { ChatPanel } from '../../src/view/ChatPanel';
import { DONE, drawn, markdown, recordOf } from './scene';

interface IPanelScene {
  readonly conversation: Conversation;
  readonly asked: string[];
  readonly stops: () => number;
  readonly field: HTMLTextAreaElement;
}

async function panel(): Promise<IPanelScene> {
  const conversation = new Conversation();
  const asked: string[] = [];
  let stopped = 0;
  const place = {
    markdown,
    actions: { stop: () => void (stopped += 1) },
    announce: () => undefined,
    ask: (text: string) => void asked.push(text)
  };
  render(<ChatPanel conversation={conversation} place={place} />);
  await drawn();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  return { conversation, asked, stops: () => stopped, field };
}

function write(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

test('Enter sends what was written, once', async () => {
  const { asked, field } = await panel();
  write(field, ' What is df? ');
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(asked).toEqual(['What is df?']);
  expect(field.value).toBe('');
});

test('Shift+Enter and Enter of an input method send nothing', async () => {
  const { asked, field } = await panel();
  write(field, 'What');
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(asked).toEqual([]);
});

test('nothing is sent while a reply is written, which can be stopped', async () => {
  const { conversation, asked, stops, field } = await panel();
  act(() => void conversation.begin(recordOf([], { question: 'Why?' })));
  await drawn();
  write(field, 'And?');
  fireEvent.keyDown(field, { key: 'Enter' });
  const send = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(send);
  expect(asked).toEqual([]);
  expect(send.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(stops()).toBe(1);
  act(() => conversation.append('r1', [DONE]));
  await drawn();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(asked).toEqual(['And?']);
});

test('what was refused comes back with the words of the refusal', async () => {
  const { conversation, field } = await panel();
  write(field, 'Why?');
  fireEvent.keyDown(field, { key: 'Enter' });
  write(field, 'And');
  act(() => conversation.refuse({ message: 'One at a time.', text: 'Why?' }));
  await drawn();
  expect(field.value).toBe('Why?\n\nAnd');
  expect(screen.getByRole('alert').textContent).toBe('One at a time.');
});

test('questions and replies stand in a log that is not read aloud', async () => {
  const { conversation } = await panel();
  act(() => void conversation.begin(recordOf([DONE], { question: 'Why?' })));
  await drawn();
  const log = screen.getByRole('log');
  expect(log.getAttribute('aria-live')).toBe('off');
  expect(log.textContent).toContain('Why?');
});
