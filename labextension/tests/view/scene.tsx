/** A reply on a page: what the tests of the view begin with. */
import { act, render, type RenderResult } from '@testing-library/react';
import * as React from 'react';
import { Transcript } from '../../src/model/transcript';
import type { IMarkdown, IPlace } from '../../src/view/ports';
import { Reply } from '../../src/view/Reply';
import type {
  AnyPart,
  Effect,
  ReplyRecord,
  RunEvent,
  ToolCallPart
} from '../../src/wire';

const EFFECTS: Readonly<Record<string, Effect>> = {
  run_python: 'execute',
  inspect_variable: 'read'
};

/** Paragraphs and fences, and nothing else. */
export const markdown: IMarkdown = {
  async render(text) {
    const node = document.createElement('div');
    for (const piece of text.split(/^(```[^]*?^```$)/m).filter(Boolean)) {
      const [, language, code] = /^```(\w*)\n([^]*)```$/.exec(piece) ?? [];
      const child = document.createElement(code === undefined ? 'p' : 'pre');
      if (code === undefined) {
        child.textContent = piece.trim();
      } else {
        const inner = document.createElement('code');
        inner.className = `language-${language}`;
        inner.textContent = code;
        child.append(inner);
      }
      node.append(child);
    }
    return node;
  },
  async highlight(code) {
    const fragment = document.createDocumentFragment();
    fragment.append(code);
    return fragment;
  }
};

export function recordOf(
  events: readonly RunEvent[] = [],
  more: Partial<ReplyRecord> = {}
): ReplyRecord {
  return {
    v: 1,
    run_id: 'r1',
    model: 'openai/gpt-5.1',
    started_at: '2026-12-01T14:03:00Z',
    effects: EFFECTS,
    events,
    ...more
  };
}

export function messageOf(...parts: AnyPart[]): RunEvent {
  const created_at = '2026-12-01T14:03:00Z';
  return {
    type: 'message',
    message: { v: 1, id: 'm', role: 'assistant', parts, created_at }
  };
}

export function callOf(
  call_id: string,
  tool: string,
  args: Readonly<Record<string, unknown>>
): ToolCallPart {
  return { kind: 'tool_call', call_id, tool, args: JSON.stringify(args) };
}

/** A variable that was looked at. */
export function lookUp(
  call_id: string,
  name: string,
  text = `${name} is fine`
): RunEvent[] {
  const tool = 'inspect_variable';
  return [
    messageOf(callOf(call_id, tool, { name })),
    {
      type: 'tool_result',
      result: { kind: 'tool_result', call_id, tool, text },
      duration_s: 0.012
    }
  ];
}

export function pendingOf(call: ToolCallPart): RunEvent {
  const args_digest = `digest of ${call.call_id}`;
  return { type: 'pending', calls: [{ call, effect: 'execute', args_digest }] };
}

export const DONE: RunEvent = { type: 'done', reason: 'end' };

export interface IScene extends RenderResult {
  readonly transcript: Transcript;
  readonly place: IPlace;
  readonly announced: string[];
  /** Something comes, and the next frame is drawn. */
  come(...events: RunEvent[]): Promise<void>;
}

/** Show a reply as far as it is saved. */
export async function show(
  record: ReplyRecord,
  actions: IPlace['actions'] = {}
): Promise<IScene> {
  const announced: string[] = [];
  const transcript = new Transcript(record);
  const place: IPlace = {
    markdown,
    actions,
    notebook: 'sales.ipynb',
    announce: text => announced.push(text)
  };
  const shown = render(<Reply transcript={transcript} place={place} />);
  await drawn();
  const come = async (...events: RunEvent[]): Promise<void> => {
    act(() => transcript.append(events));
    await drawn();
  };
  return { ...shown, transcript, place, announced, come };
}

/** Let a few frames pass. */
export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) {
    await act(
      () => new Promise<void>(resolve => requestAnimationFrame(() => resolve()))
    );
  }
}
