import type { PendingCall, ReplyRecord, RunEvent } from '../../src/wire';

/** A reply of which only these events are there. */
export function record(
  events: readonly RunEvent[] = [],
  fields: Partial<ReplyRecord> = {}
): ReplyRecord {
  return {
    v: 1,
    run_id: 'run-1',
    model: 'test/model',
    started_at: '2026-01-01T12:00:00Z',
    events,
    ...fields
  };
}

export function words(text: string): RunEvent {
  return { type: 'text', text };
}

/** A whole message, without its words if they came as deltas. */
export function message(text = '', ...calls: PendingCall[]): RunEvent {
  const parts = [
    { kind: 'text' as const, text },
    ...calls.map(pending => pending.call)
  ];
  return {
    type: 'message',
    message: {
      v: 1,
      id: 'message-1',
      role: 'assistant',
      parts,
      created_at: '2026-01-01T12:00:01Z'
    }
  };
}

export function call(callId = 'call-1', code = '1 + 1'): PendingCall {
  return {
    call: {
      kind: 'tool_call',
      call_id: callId,
      tool: 'run_python',
      args: JSON.stringify({ code })
    },
    effect: 'execute',
    args_digest: `digest of ${callId}`
  };
}

export function pending(...calls: PendingCall[]): RunEvent {
  return { type: 'pending', calls };
}

export function done(): RunEvent {
  return { type: 'done', reason: 'end' };
}
