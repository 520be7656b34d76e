/** Short ways to write down what a run tells. */
import type {
  AnyPart,
  Effect,
  ReplyRecord,
  RunEvent,
  Selection,
  ToolCallPart,
  Usage
} from '../../src/wire';

const AT = '2026-12-01T14:03:00Z';

const EFFECTS: Readonly<Record<string, Effect>> = {
  run_python: 'execute',
  write_file: 'write',
  send_mail: 'external',
  inspect_variable: 'read',
  read_cells: 'read',
  look_up_docs: 'read',
  list_variables: 'read',
  read_file: 'read'
};

export interface IRun {
  readonly model?: string;
  readonly elapsed_s?: number;
  readonly thought_s?: readonly number[];
  readonly question?: string;
  readonly sent?: readonly Selection[];
}

export function record(
  run_id: string,
  events: readonly (RunEvent | readonly RunEvent[])[],
  run: IRun = {}
): ReplyRecord {
  return {
    v: 1,
    run_id,
    model: 'anthropic/claude-sonnet-4-5',
    started_at: AT,
    effects: EFFECTS,
    events: events.flat(),
    ...run
  };
}

export function said(...parts: readonly AnyPart[]): RunEvent {
  const message = {
    v: 1,
    id: `m-${JSON.stringify(parts).length}`,
    created_at: AT
  } as const;
  return { type: 'message', message: { ...message, role: 'assistant', parts } };
}

export function words(text: string): RunEvent {
  return { type: 'text', text };
}

export function thought(text: string): RunEvent {
  return { type: 'reasoning', text };
}

export function call(
  call_id: string,
  tool: string,
  args: Readonly<Record<string, unknown>>
): ToolCallPart {
  return { kind: 'tool_call', call_id, tool, args: JSON.stringify(args) };
}

export function python(call_id: string, code: string): ToolCallPart {
  return call(call_id, 'run_python', { code });
}

export function gave(
  { call_id, tool }: ToolCallPart,
  text: string,
  duration_s: number,
  more: { is_error?: boolean; outputs?: readonly Record<string, unknown>[] } = {}
): RunEvent {
  const result = { kind: 'tool_result', call_id, tool, text, ...more } as const;
  return { type: 'tool_result', result, duration_s };
}

/** A call that only reads, and what it gave. */
export function read(asked: ToolCallPart, text: string, seconds: number): RunEvent[] {
  return [said(asked), gave(asked, text, seconds)];
}

export function waits(...calls: readonly ToolCallPart[]): RunEvent {
  return {
    type: 'pending',
    calls: calls.map(asked => ({
      call: asked,
      effect: EFFECTS[asked.tool] ?? 'external',
      args_digest: `digest of ${asked.args ?? ''}`,
      source: asked.tool === 'run_python' ? 'kernel' : 'server'
    }))
  };
}

export function decided(
  { call_id }: ToolCallPart,
  more: Partial<Extract<RunEvent, { type: 'decided' }>> = {}
): RunEvent {
  return { type: 'decided', call_id, answer: 'approve', by: 'person', at: AT, ...more };
}

export function starts(asked: ToolCallPart): RunEvent {
  return { type: 'tool_request', call: asked, client_id: 'kernel' };
}

export function cost(
  input_tokens: number,
  output_tokens: number,
  more: Usage = {}
): RunEvent {
  return { type: 'usage', usage: { input_tokens, output_tokens, ...more } };
}

export const DONE: RunEvent = { type: 'done', reason: 'end' };
