/** Events of a run, as a test writes them down. */
import type {
  AnyPart,
  CallDecided,
  Decision,
  PendingCall,
  ReplyRecord,
  RunEvent,
  ToolCallPart,
  ToolResultPart
} from '../../src/wire';

export const EFFECTS = {
  run_python: 'execute',
  send: 'external',
  write_file: 'write',
  inspect_variable: 'read',
  read_cells: 'read'
} as const;

export function record(
  events: readonly RunEvent[] = [],
  fields: Partial<ReplyRecord> = {}
): ReplyRecord {
  return {
    v: 1,
    run_id: 'r',
    model: 'test/m',
    started_at: '2026-12-01T14:03:00Z',
    effects: EFFECTS,
    events,
    ...fields
  };
}

export function words(text: string): RunEvent {
  return { type: 'text', text };
}

export function thought(text: string): RunEvent {
  return { type: 'reasoning', text };
}

export function progress(call: ToolCallPart): RunEvent {
  return { type: 'tool_call', call_id: call.call_id, tool: call.tool };
}

/** A whole message; a text stands for its part. */
export function message(...parts: (AnyPart | string)[]): RunEvent {
  return {
    type: 'message',
    message: {
      v: 1,
      id: 'm',
      role: 'assistant',
      parts: parts.map(part =>
        typeof part === 'string' ? { kind: 'text', text: part } : part
      ),
      created_at: '2026-12-01T14:03:00Z'
    }
  };
}

export function reasoned(text: string): AnyPart {
  return { kind: 'reasoning', text };
}

export function toolCall(tool: string, args: object = {}, callId = 'c1'): ToolCallPart {
  return { kind: 'tool_call', call_id: callId, tool, args: JSON.stringify(args) };
}

export function python(code: string, callId = 'c1'): ToolCallPart {
  return toolCall('run_python', { code }, callId);
}

export function pendingOf(call: ToolCallPart): PendingCall {
  return {
    call,
    effect: 'execute',
    args_digest: `digest of ${call.args}`,
    source: 'kernel'
  };
}

export function waits(...calls: ToolCallPart[]): RunEvent {
  return { type: 'pending', calls: calls.map(pendingOf) };
}

export function decision(call: ToolCallPart, fields: Partial<Decision> = {}): Decision {
  const { args_digest } = pendingOf(call);
  return { call_id: call.call_id, answer: 'approve', args_digest, ...fields };
}

/** Somebody said whether it may run, at 14:03 by the clock of whoever reads this. */
export function decided(
  call: ToolCallPart,
  answer: CallDecided['answer'],
  fields: Partial<CallDecided> = {}
): RunEvent {
  const at = new Date(2026, 11, 1, 14, 3).toISOString();
  return {
    type: 'decided',
    call_id: call.call_id,
    answer,
    by: 'person',
    at,
    ...fields
  };
}

export function requested(call: ToolCallPart): RunEvent {
  return { type: 'tool_request', call, client_id: 'k' };
}

export function result(
  call: ToolCallPart,
  text = 'ok',
  fields: Partial<ToolResultPart> = {},
  duration_s = 0.012
): RunEvent {
  const { call_id, tool } = call;
  return {
    type: 'tool_result',
    result: { kind: 'tool_result', call_id, tool, text, ...fields },
    duration_s
  };
}

export function failed(call: ToolCallPart, text: string): RunEvent {
  return result(call, text, { is_error: true });
}

export const DONE: RunEvent = { type: 'done', reason: 'end' };
export const STOPPED: RunEvent = { type: 'done', reason: 'cancelled' };
export const RETRYING: RunEvent = {
  type: 'retrying',
  attempt: 2,
  wait_s: 4,
  reason: 'is limiting requests'
};
export const FALLBACK: RunEvent = {
  type: 'fallback',
  from_label: 'other/x',
  to_label: 'test/m',
  reason: 'overloaded',
  policy: 'p'
};
export const BROKEN: RunEvent = { type: 'error', kind: 'network', message: 'gone' };

/** A clock that a test moves. */
export class Clock {
  seconds = 0;
  readonly now = (): number => this.seconds * 1000;
}
