/** Who joins late is told the state of a run in one event. */
import type { IStep } from '../../src/model/blocks';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent } from '../../src/wire';
import { BROKEN, message, pendingOf, python, reasoned, record, words } from './events';

function transcript(...events: RunEvent[]): Transcript {
  return new Transcript(record(events));
}

function steps({ blocks }: Transcript): IStep[] {
  return blocks.filter(block => block.kind === 'step');
}

const CALL = python('1 + 1');
const OTHER = python('del df', 'c2');

describe('snapshots', () => {
  const [before, after] = [message('One', CALL), words('Tw')] as const;
  const snapshot: RunEvent = {
    type: 'snapshot',
    run_id: 'r',
    conversation_id: 'c',
    status: 'running',
    messages: [
      (before as Extract<RunEvent, { type: 'message' }>).message,
      {
        v: 1,
        id: 'n',
        role: 'user',
        parts: [
          {
            kind: 'tool_result',
            call_id: 'c1',
            tool: 'run_python',
            text: 'Not run: the user denied this call.',
            is_error: true
          },
          { kind: 'info', text: 'A card of ours.' }
        ],
        created_at: ''
      }
    ],
    partial: [reasoned('hm'), { kind: 'text', text: 'Tw' }, OTHER],
    usage: { input_tokens: 7 }
  };

  test('the fold begins anew with the state of the run', () => {
    const reply = transcript(message('Gone'), BROKEN, snapshot);
    expect(reply.blocks.map(block => block.kind)).toEqual([
      'words',
      'step',
      'notice',
      'thinking',
      'words',
      'step'
    ]);
    expect(steps(reply).map(step => step.state)).toEqual(['not_run', 'writing']);
    expect(steps(reply)[0].seconds).toBeNull();
    expect([reply.usage, reply.isOver]).toEqual([{ input_tokens: 7 }, false]);
  });

  test('what follows adds to it', () => {
    const reply = transcript(snapshot, message(reasoned(''), '', OTHER), after);
    const texts = reply.blocks.flatMap(block =>
      block.kind === 'words' ? [block.text] : []
    );
    expect(texts).toEqual(['One', 'Tw', 'Tw']);
  });

  test('calls that wait, wait', () => {
    const pending = [pendingOf(OTHER)];
    const reply = transcript({ ...snapshot, status: 'pending', pending });
    expect(reply.status).toBe('pending');
    expect(reply.waiting).toHaveLength(1);
  });

  test.each(['done', 'failed'] as const)('a run that is %s is over', status => {
    const reply = transcript({ ...snapshot, status });
    expect([reply.status, reply.isOver]).toEqual([status, true]);
  });
});
