import { act, fireEvent, render, screen, within } from '@testing-library/react';
import * as React from 'react';
import { Transcript } from '../../src/model/transcript';
import { Reply } from '../../src/view/Reply';
import type { IPlace } from '../../src/view/ports';
import type { Decision, Effect, RunEvent, ToolCallPart } from '../../src/wire';
import { callOf, drawn, markdown, messageOf, recordOf } from './scene';

const CODE = 'a = 1\nprint(a)';
const python = callOf('c1', 'run_python', { code: CODE });
const EFFECTS: Record<string, Effect> = {
  run_python: 'execute',
  send_mail: 'external'
};

function waiting(...calls: readonly ToolCallPart[]): readonly RunEvent[] {
  const pending = calls.map(call => ({
    call,
    effect: EFFECTS[call.tool],
    args_digest: `digest of ${call.call_id}`
  }));
  return [messageOf(...calls), { type: 'pending', calls: pending }];
}

interface ICardScene {
  readonly transcript: Transcript;
  readonly decisions: Decision[];
  readonly card: HTMLElement;
  pass(ms: number): void;
  button(name: string): HTMLElement;
  come(...events: RunEvent[]): Promise<void>;
}

/** Cards that have been there for long enough to hear keys. */
async function ask(
  calls: readonly ToolCallPart[] = [python],
  canDecide = true
): Promise<ICardScene> {
  let clock = 0;
  const decisions: Decision[] = [];
  const effects = EFFECTS;
  const transcript = new Transcript(
    recordOf(waiting(...calls), { effects }),
    () => clock
  );
  const decide = (made: readonly Decision[]): void => void decisions.push(...made);
  const place: IPlace = {
    markdown: { ...markdown, highlight: () => new Promise(() => undefined) },
    actions: canDecide ? { decide } : {},
    notebook: 'sales.ipynb',
    announce: () => undefined
  };
  render(<Reply transcript={transcript} place={place} />);
  await drawn();
  const pass = (ms: number): void => void (clock += ms);
  pass(400);
  const [card] = screen.getAllByRole('group');
  const button = (name: string): HTMLElement =>
    within(card).getByRole('button', { name: new RegExp(`^${name}`) });
  const come = async (...events: RunEvent[]): Promise<void> => {
    act(() => transcript.append(events));
    await drawn();
  };
  return { transcript, decisions, card, pass, button, come };
}

function field(name: string | RegExp): HTMLTextAreaElement {
  return screen.getByRole('textbox', { name });
}

const APPROVED: Decision = {
  call_id: 'c1',
  args_digest: 'digest of c1',
  answer: 'approve',
  edited_args: null,
  remember: false
};

test('a waiting call is asked for by its question, with all of its code', async () => {
  const { card } = await ask();
  expect(card).toBe(
    screen.getByRole('group', { name: 'Run this Python in sales.ipynb?' })
  );
  expect(card.querySelector('pre')?.textContent).toBe(CODE);
  expect(card.contains(document.activeElement)).toBe(false);
});

test('Approve decides once, however often it is clicked', async () => {
  const { decisions, button } = await ask();
  const approve = button('Approve');
  fireEvent.click(approve);
  fireEvent.click(approve);
  await drawn();
  expect(decisions).toEqual([APPROVED]);
});

test('the focus goes to what is left of the buttons', async () => {
  const { card, button } = await ask();
  fireEvent.click(button('Approve'));
  await drawn();
  expect(document.activeElement?.textContent).toContain('Approved by you');
  expect(card.contains(document.activeElement)).toBe(true);
});

test('the focus goes to the next card that waits', async () => {
  const { button } = await ask([python, callOf('c2', 'run_python', { code: 'b' })]);
  fireEvent.click(button('Approve'));
  await drawn();
  expect(document.activeElement).toBe(screen.getAllByRole('group')[1]);
});

test('Deny opens the reason, and Enter there denies with it', async () => {
  const { decisions, button } = await ask();
  fireEvent.click(button('Deny'));
  const reason = field(/^Reason/);
  expect(document.activeElement).toBe(reason);
  fireEvent.change(reason, { target: { value: ' use the table ' } });
  fireEvent.keyDown(reason, { key: 'Enter' });
  expect(decisions).toEqual([
    expect.objectContaining({ answer: 'deny', reason: 'use the table' })
  ]);
});

test('a second click on Deny denies without a reason', async () => {
  const { decisions, button } = await ask();
  fireEvent.click(button('Deny'));
  expect(decisions).toEqual([]);
  fireEvent.click(button('Deny'));
  expect(decisions).toEqual([
    expect.objectContaining({ answer: 'deny', reason: null })
  ]);
});

test('an edit goes back as the arguments with the new code', async () => {
  const call = callOf('c1', 'run_python', { code: CODE, limit: 3 });
  const { decisions, card, button } = await ask([call]);
  fireEvent.click(button('Edit'));
  const code = field('Code that will run');
  expect(document.activeElement).toBe(code);
  expect(code.value).toBe(CODE);
  fireEvent.change(code, { target: { value: 'a = 2' } });
  expect(card.textContent).toContain('Run your changed Python');
  fireEvent.keyDown(code, { key: 'Enter', shiftKey: true });
  const [{ edited_args }] = decisions;
  expect(JSON.parse(edited_args ?? '')).toEqual({ code: 'a = 2', limit: 3 });
});

test('an edit that changes nothing is none', async () => {
  const { decisions, button } = await ask();
  fireEvent.click(button('Edit'));
  const code = field('Code that will run');
  fireEvent.change(code, { target: { value: 'x' } });
  fireEvent.change(code, { target: { value: CODE } });
  fireEvent.click(button('Approve'));
  expect(decisions).toEqual([APPROVED]);
});

test('a change can be taken back, and what the model wrote shown later', async () => {
  const { card, button, come } = await ask();
  fireEvent.click(button('Edit'));
  fireEvent.change(field('Code that will run'), { target: { value: 'a = 2' } });
  fireEvent.click(button('Undo my change'));
  expect(field('Code that will run').value).toBe(CODE);
  fireEvent.change(field('Code that will run'), { target: { value: 'a = 3' } });
  fireEvent.click(button('Approve'));
  await come({
    type: 'decided',
    call_id: 'c1',
    answer: 'approve',
    by: 'person',
    at: '2026-12-01T14:03:00Z',
    edited_args: JSON.stringify({ code: 'a = 3' })
  });
  expect(card.textContent).toContain('with your change');
  expect(card.textContent).not.toContain('print(a)');
  fireEvent.click(button('Show what the model wrote'));
  expect(card.textContent).toContain('print(a)');
});

test('other arguments are changed as JSON, and must be an object', async () => {
  const { decisions, card, button } = await ask([
    callOf('c1', 'send_mail', { to: 'a' })
  ]);
  expect(card.textContent).toContain('to');
  fireEvent.click(button('Edit'));
  const json = field(/as JSON$/);
  fireEvent.change(json, { target: { value: '[1]' } });
  expect(button('Approve').getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/must be one JSON object/)).toBeTruthy();
  fireEvent.click(button('Approve'));
  fireEvent.keyDown(json, { key: 'Enter', shiftKey: true });
  expect(decisions).toEqual([]);
  fireEvent.change(json, { target: { value: '{"to": "b"}' } });
  fireEvent.click(button('Approve'));
  expect(decisions).toEqual([expect.objectContaining({ edited_args: '{"to": "b"}' })]);
});

test('keys of the card are ignored until it has been there for 400 ms', async () => {
  const { card, decisions, transcript, pass, come } = await ask();
  pass(-400);
  await come(...waiting(python, callOf('c2', 'run_python', { code: 'b' })).slice(1));
  expect(transcript.waiting).toHaveLength(2);
  pass(399);
  fireEvent.keyDown(card, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(card, { key: 'e' });
  expect(decisions).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
  pass(1);
  fireEvent.keyDown(card, { key: 'Enter', shiftKey: true });
  expect(decisions).toHaveLength(1);
});

test('E edits, D opens the reason, Escape goes one step back', async () => {
  const { card, button, decisions } = await ask();
  fireEvent.keyDown(card, { key: 'e' });
  fireEvent.keyDown(field('Code that will run'), { key: 'd' });
  expect(field('Code that will run')).toBeTruthy();
  fireEvent.keyDown(field('Code that will run'), { key: 'Escape' });
  expect(document.activeElement).toBe(button('Edit'));
  fireEvent.keyDown(card, { key: 'd' });
  fireEvent.keyDown(field(/^Reason/), { key: 'Escape' });
  expect(document.activeElement).toBe(button('Deny'));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(decisions).toEqual([]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
  'Shift+Enter with %o approves nothing',
  async more => {
    const { card, decisions } = await ask();
    fireEvent.keyDown(card, { key: 'Enter', shiftKey: true, ...more });
    expect(decisions).toEqual([]);
  }
);

test('Enter that puts a character together denies nothing', async () => {
  const { button, decisions } = await ask();
  fireEvent.click(button('Deny'));
  fireEvent.keyDown(field(/^Reason/), { key: 'Enter', isComposing: true });
  expect(decisions).toEqual([]);
});

test('Always goes along with the decision', async () => {
  const { button, decisions } = await ask();
  fireEvent.click(screen.getByRole('checkbox', { name: /^Always allow Python/ }));
  fireEvent.click(button('Approve'));
  expect(decisions).toEqual([{ ...APPROVED, remember: true }]);
});

test('a refused decision can be made again', async () => {
  const { button, decisions, transcript } = await ask();
  fireEvent.click(button('Approve'));
  await drawn();
  act(() => {
    transcript.refuse('This call changed while you looked.');
  });
  await drawn();
  expect(screen.getByRole('alert').textContent).toContain('changed while you looked');
  fireEvent.click(button('Approve'));
  expect(decisions).toHaveLength(2);
});

test('where it cannot be decided a call is shown whole, without buttons', async () => {
  const { card } = await ask([python], false);
  expect(card.textContent).toContain('print(a)');
  expect(card.textContent).toContain('It can be decided where');
  expect(within(card).queryByRole('button')).toBeNull();
});

test('a call whose kernel is gone says so and cannot be decided', async () => {
  const { card, transcript } = await ask();
  act(() => transcript.interrupt());
  await drawn();
  expect(card.textContent).toContain('The kernel that asked is gone');
  expect(within(card).queryByRole('button', { name: /Approve/ })).toBeNull();
});

test('characters that hide are named, and while editing listed', async () => {
  const tricky = callOf('c1', 'run_python', { code: 'a = 1\nb\u200b = 2' });
  const { card, button } = await ask([tricky]);
  expect(card.querySelector('pre')?.textContent).toBe('a = 1\nbU+200B = 2');
  expect(card.textContent).toContain('invisible characters');
  fireEvent.click(button('Edit'));
  expect(card.textContent).toContain('U+200B in line 2');
});
