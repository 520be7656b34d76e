import type { IStep } from '../../src/model/blocks';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent } from '../../src/wire';
import {
  BROKEN,
  Clock,
  decided,
  decision,
  DONE,
  message,
  progress,
  python,
  reasoned,
  record,
  requested,
  result,
  STOPPED,
  thought,
  toolCall,
  waits,
  words
} from './events';

function transcript(...events: RunEvent[]): Transcript {
  return new Transcript(record(events), new Clock().now);
}

function steps({ blocks }: Transcript): IStep[] {
  return blocks.filter(block => block.kind === 'step');
}

const CALL = python('1 + 1');
const OTHER = python('del df', 'c2');

describe('blocks', () => {
  test('words arrive in pieces and are one block', () => {
    const reply = transcript(words('Hel'), words('lo'));
    expect(reply.blocks).toMatchObject([{ text: 'Hello', isComplete: false }]);
    reply.apply(message('Hello'));
    expect(reply.blocks).toMatchObject([{ text: 'Hello', isComplete: true }]);
  });

  test('words are complete as soon as something else follows', () => {
    const reply = transcript(words('a'), progress(CALL));
    expect(reply.blocks[0]).toMatchObject({ text: 'a', isComplete: true });
    expect(transcript(words('a'), BROKEN).blocks[0]).toMatchObject({
      isComplete: true
    });
  });

  test('a message keeps the ids of its pieces', () => {
    const reply = transcript(thought('hm'), words('Hello'), progress(CALL));
    const ids = reply.blocks.map(block => block.id);
    reply.apply(message(reasoned('hm'), 'Hello', CALL));
    expect(reply.blocks.map(block => block.id)).toEqual(ids);
  });

  test('words that a call interrupted are whole in the message that leaves them out', () => {
    const reply = transcript(words('Let me '), progress(CALL), words('look.'));
    reply.apply(message('', CALL));
    expect(reply.blocks[0]).toMatchObject({ kind: 'words', text: 'Let me look.' });
    expect(reply.blocks).toHaveLength(2);
  });

  test('a part that is empty where nothing came stays empty', () => {
    expect(transcript(message('')).blocks).toMatchObject([{ text: '' }]);
  });

  test('a call of an earlier message keeps its arguments when its id comes again', () => {
    const reply = transcript(message(CALL), result(CALL), progress(CALL));
    expect(steps(reply)[0].call).toEqual(CALL);
    expect(steps(reply).map(step => step.state)).toEqual(['done', 'writing']);
  });

  test('parts of a kind that is not known are named', () => {
    const reply = transcript(message({ kind: 'hologram' } as never));
    expect(reply.blocks).toMatchObject([
      { title: 'A part of a later version is not shown here.' }
    ]);
  });

  test('what the person wrote is not repeated', () => {
    const asked = message('hi') as Extract<RunEvent, { type: 'message' }>;
    const user: RunEvent = { ...asked, message: { ...asked.message, role: 'user' } };
    expect(transcript(user).blocks).toEqual([]);
  });

  test('a cleared reply is empty', () => {
    const reply = transcript(message('a'), words('b'), { type: 'cleared' });
    expect(reply.blocks).toEqual([]);
    expect(reply.status).toBe('starting');
  });
});

describe('status', () => {
  test.each<[string, RunEvent[]]>([
    ['starting', []],
    ['thinking', [thought('hm')]],
    ['writing', [words('a')]],
    ['writing', [progress(CALL)]],
    ['running', [message(CALL)]],
    ['running', [message(CALL), requested(CALL)]],
    ['pending', [message(CALL), waits(CALL)]],
    ['running', [message(CALL), waits(CALL), decided(CALL, 'approve')]],
    ['starting', [message(CALL), requested(CALL), result(CALL)]],
    ['done', [message('a'), DONE]],
    ['stopped', [STOPPED]],
    ['limited', [{ type: 'done', reason: 'max_tokens' }]],
    ['failed', [BROKEN]],
    ['failed', [{ type: 'done', reason: 'error' }]]
  ])('%s %#', (status, events) => {
    expect(transcript(...events).status).toBe(status);
  });

  test('a call runs while another waits for its turn', () => {
    const reply = transcript(message(CALL, OTHER), waits(CALL, OTHER));
    reply.append([decided(CALL, 'approve'), requested(CALL)]);
    expect([reply.status, reply.waiting.length]).toEqual(['running', 1]);
    reply.append([result(CALL), waits(OTHER)]);
    expect(reply.status).toBe('pending');
  });

  test('nothing waits or runs once it is over', () => {
    const reply = transcript(message(CALL, OTHER), waits(CALL), STOPPED);
    expect(reply.waiting).toEqual([]);
    expect(reply.running).toEqual([]);
    expect(steps(reply).map(step => step.state)).toEqual(['not_run', 'failed']);
  });
});

describe('decisions', () => {
  const asked = [message(CALL, OTHER), waits(CALL, OTHER)];

  test('a step keeps who allowed it, and the change beside what the model wrote', () => {
    const edited_args = '{"code":"2"}';
    const reply = transcript(...asked, decided(CALL, 'approve', { edited_args }));
    const [step] = steps(reply);
    expect(step).toMatchObject({ call: CALL, changed: edited_args, state: 'waiting' });
    expect(reply.waiting.map(waiting => waiting.call)).toEqual([OTHER]);
  });

  test('arguments that were changed are known from the request or the result alone', () => {
    const changed = python('2');
    const [step] = steps(transcript(message(CALL), requested(changed)));
    expect(step).toMatchObject({ call: CALL, changed: changed.args });
    const fields = { edited_args: changed.args };
    const [done] = steps(transcript(message(CALL), result(CALL, 'ok', fields)));
    expect(done.changed).toBe(changed.args);
  });

  test('a decision that was sent no longer asks, until it is confirmed', () => {
    const reply = transcript(...asked);
    reply.markSent('c1', decision(CALL));
    expect(steps(reply)[0].sent).toEqual(decision(CALL));
    expect(reply.status).toBe('pending');
    reply.markSent('c2', decision(OTHER));
    expect(reply.status).toBe('running');
    reply.apply(decided(CALL, 'approve'));
    expect(steps(reply).map(step => step.sent !== null)).toEqual([false, true]);
  });

  test('a refusal takes back what was sent', () => {
    const reply = transcript(...asked);
    reply.markSent('c1', decision(CALL));
    expect(reply.refuse('This call changed while you looked.')).toBe(true);
    expect([reply.status, steps(reply)[0].sent]).toEqual(['pending', null]);
    expect(reply.refused).toBe('This call changed while you looked.');
    reply.markSent('c1', decision(CALL));
    expect(reply.refused).toBe('');
  });

  test('a call that changed meanwhile asks anew', () => {
    const reply = transcript(...asked);
    reply.markSent('c1', decision(CALL));
    reply.apply(waits(CALL));
    expect(steps(reply)[0].sent).not.toBeNull();
    reply.apply(waits(python('other')));
    expect(steps(reply)[0].sent).toBeNull();
  });

  test('only a call that waits can be marked', () => {
    const reply = transcript(...asked, decided(CALL, 'deny'));
    const { version } = reply;
    reply.markSent('c1', decision(CALL));
    reply.markSent('unknown', decision(CALL));
    reply.refuse('This call changed while you looked.');
    expect(reply.version).toBe(version);
  });

  test('what was sent outlives a record that does not know of it yet', () => {
    const reply = transcript(...asked);
    reply.markSent('c1', decision(CALL));
    reply.restore(record(asked));
    expect(steps(reply)[0].sent).toEqual(decision(CALL));
    reply.restore(record([...asked, decided(CALL, 'approve')]));
    expect(steps(reply)[0].sent).toBeNull();
  });
});

describe('time', () => {
  function ticking(events: readonly RunEvent[] = [], fields = {}) {
    const clock = new Clock();
    clock.seconds = 1000;
    const reply = new Transcript(record(events, fields), clock.now);
    const after = (seconds: number, ...batch: RunEvent[]): void => {
      clock.seconds += seconds;
      reply.append(batch);
    };
    return { reply, after };
  }

  test('a reply that goes on counts from what its record says, up to the end', () => {
    const { reply, after } = ticking([], { elapsed_s: 5 });
    after(2);
    expect(reply.elapsedSeconds).toBe(7);
    after(1, DONE);
    after(10, { type: 'usage', usage: {} });
    expect(reply.elapsedSeconds).toBe(8);
  });

  test('a reply that was over shows its own time', () => {
    const { reply, after } = ticking([message('a'), DONE], { elapsed_s: 14.2 });
    after(60);
    expect(reply.elapsedSeconds).toBe(14.2);
  });

  test('thinking is timed while somebody looks', () => {
    const { reply, after } = ticking();
    after(1, thought('hm'));
    expect(reply.blocks).toMatchObject([{ seconds: null, since: 1_001_000 }]);
    after(6, words('a'));
    expect(reply.blocks[0]).toMatchObject({ seconds: 6 });
    after(3, message(reasoned('hm'), 'a'));
    expect(reply.blocks[0]).toMatchObject({ seconds: 6 });
  });

  test('thinking of a record has the time that the record says', () => {
    const events = [
      message(reasoned('hm'), 'a'),
      message(reasoned('so')),
      thought('x')
    ];
    const { reply, after } = ticking(events, { thought_s: [6, 0, 0] });
    const seconds = () =>
      reply.blocks.flatMap(block => (block.kind === 'thinking' ? [block.seconds] : []));
    expect(seconds()).toEqual([6, undefined, null]);
    after(2, words('a'));
    expect(seconds()).toEqual([6, undefined, undefined]);
  });

  test('a call tells when it began to run if somebody saw it', () => {
    const { reply, after } = ticking([message(CALL, OTHER), requested(CALL)]);
    after(1, requested(OTHER));
    expect(steps(reply).map(step => step.runningSince)).toEqual([null, 1_001_000]);
    after(1, result(OTHER, 'ok', {}, 1.2));
    expect(steps(reply)[1].seconds).toBe(1.2);
  });

  test('what was seen outlives a new record', () => {
    const { reply, after } = ticking([message(CALL)]);
    after(1, requested(CALL), thought('hm'));
    reply.restore(record([message(CALL), requested(CALL), thought('hm')]));
    expect(reply.blocks).toMatchObject([
      { runningSince: 1_001_000 },
      { since: 1_001_000, seconds: null }
    ]);
  });
});

test('the time that the person takes to decide is not the reply’s', () => {
  const clock = new Clock();
  const reply = new Transcript(record([message(CALL)]), clock.now);
  clock.seconds = 3;
  reply.apply(waits(CALL));
  clock.seconds = 600;
  expect(reply.elapsedSeconds).toBe(3);
  reply.apply(requested(CALL));
  clock.seconds = 602;
  expect(reply.elapsedSeconds).toBe(5);
});

describe('a reply with which nobody goes on', () => {
  const begun = [
    thought('a'),
    words('b'),
    message(reasoned('a'), 'b', CALL),
    words('c')
  ];

  test('stands still', () => {
    const clock = new Clock();
    const reply = new Transcript(record(begun), clock.now);
    clock.seconds = 3;
    reply.apply(waits(CALL));
    clock.seconds = 5;
    reply.interrupt();
    clock.seconds = 9;
    expect(reply.status).toBe('interrupted');
    expect(reply.isOver).toBe(true);
    expect(reply.elapsedSeconds).toBe(3);
    expect(reply.waiting).toEqual([]);
    expect(reply.blocks.at(-1)).toMatchObject({ text: 'c', isComplete: true });
    expect(steps(reply)[0]).toMatchObject({ state: 'not_run', pending: null });
  });

  test('goes on if something comes nevertheless', () => {
    const clock = new Clock();
    const reply = new Transcript(record(begun), clock.now);
    reply.interrupt();
    clock.seconds = 2;
    reply.apply(words('d'));
    expect([reply.status, reply.isOver]).toEqual(['running', false]);
    expect(reply.blocks.at(-1)).toMatchObject({ text: 'cd', isComplete: false });
    expect(reply.elapsedSeconds).toBe(2);
    reply.interrupt();
    reply.restore(record(begun));
    expect(reply.isOver).toBe(false);
  });

  test('one that is over is not interrupted', () => {
    const reply = transcript(message('a'), DONE);
    reply.interrupt();
    expect(reply.status).toBe('done');
  });
});

describe('listeners', () => {
  test('are told once for a batch, and not after they have left', () => {
    const reply = transcript();
    const told = jest.fn();
    const leave = reply.subscribe(told);
    reply.append([words('a'), words('b')]);
    reply.append([]);
    expect(told).toHaveBeenCalledTimes(1);
    leave();
    reply.apply(words('c'));
    expect(told).toHaveBeenCalledTimes(1);
  });

  test('see the same list until something changes', () => {
    const reply = transcript(words('a'));
    expect(reply.blocks).toBe(reply.blocks);
    const before = reply.blocks;
    reply.apply(words('b'));
    expect(reply.blocks).not.toBe(before);
  });
});

test('facts of the record are at hand', () => {
  const sent = [{ type: 'cell', label: 'In[3]' }] as const;
  const reply = new Transcript(record([], { question: 'Why?', sent }));
  expect([reply.runId, reply.model]).toEqual(['r', 'test/m']);
  expect([reply.question, reply.sent]).toEqual(['Why?', sent]);
  expect(new Transcript(record()).sent).toEqual([]);
});

test('a tool whose effect is not known only reads', () => {
  expect(steps(transcript(message(toolCall('new'))))[0].effect).toBe('read');
  expect(steps(transcript(requested(CALL)))[0].effect).toBe('execute');
});
