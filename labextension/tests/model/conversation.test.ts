import { bylineFacts, sentAlong, statusWords, usageRows } from '../../src/model/byline';
import { Conversation } from '../../src/model/conversation';
import { Transcript } from '../../src/model/transcript';
import type { ReplyRecord, RunEvent } from '../../src/wire';
import {
  BROKEN,
  Clock,
  decision,
  DONE,
  message,
  python,
  record,
  STOPPED,
  thought,
  waits,
  words
} from './events';

function reply(runId: string, ...events: RunEvent[]): ReplyRecord {
  return record(events, { run_id: runId });
}

describe('a conversation', () => {
  test('has its replies in order', () => {
    const conversation = new Conversation();
    conversation.begin(reply('a'));
    conversation.begin(reply('b'));
    conversation.append('a', [words('of a')]);
    conversation.append(null, [words('of b')]);
    conversation.append('unknown', [words('lost')]);
    expect(conversation.transcripts.map(one => one.blocks)).toMatchObject([
      [{ text: 'of a' }],
      [{ text: 'of b' }]
    ]);
  });

  test('keeps the transcripts of replies that it knows', () => {
    const conversation = new Conversation();
    const begun = conversation.begin(reply('a', words('One')));
    expect(conversation.begin(reply('a', words('One two')))).toBe(begun);
    conversation.restore([reply('b'), reply('a', words('One two three'))]);
    expect(conversation.transcripts[1]).toBe(begun);
    expect(begun.blocks).toMatchObject([{ text: 'One two three' }]);
    conversation.restore([reply('c')]);
    expect(conversation.transcripts.map(one => one.runId)).toEqual(['c']);
  });

  test('tells of new replies and refusals, not of words', () => {
    const conversation = new Conversation();
    const told = jest.fn();
    const leave = conversation.subscribe(told);
    conversation.begin(reply('a'));
    conversation.append('a', [words('x')]);
    conversation.refuse({ message: 'One at a time.' });
    expect([told.mock.calls.length, conversation.version]).toEqual([2, 2]);
    leave();
    conversation.begin(reply('b'));
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('has a refusal until it is read or something new begins', () => {
    const conversation = new Conversation();
    const refusal = { message: 'One at a time.', text: 'And why?' };
    conversation.refuse(refusal);
    expect(conversation.refusal).toBe(refusal);
    conversation.dismissRefusal();
    conversation.dismissRefusal();
    expect([conversation.refusal, conversation.version]).toEqual([null, 2]);
    conversation.refuse(refusal);
    conversation.begin(reply('a'));
    expect(conversation.refusal).toBeNull();
  });

  test('takes back decisions when something is refused', () => {
    const conversation = new Conversation();
    const call = python('1');
    const transcript = conversation.begin(reply('a', message(call), waits(call)));
    transcript.markSent('c1', decision(call));
    conversation.refuse({ message: 'Nothing waits.' });
    expect(transcript.status).toBe('pending');
  });

  test('counts time by the clock it is given', () => {
    const clock = new Clock();
    const begun = new Conversation(clock.now).begin(reply('a'));
    clock.seconds = 3;
    expect(begun.elapsedSeconds).toBe(3);
  });
});

describe('the status line', () => {
  const call = python('1');
  const other = python('2', 'c2');

  test.each<[RunEvent[], string]>([
    [[], 'Waiting for the first word'],
    [[thought('hm')], 'Thinking'],
    [[words('a')], 'Writing'],
    [[message(call)], 'Running 1 call'],
    [[message(call, other)], 'Running 2 calls'],
    [[message(call), waits(call)], 'Waiting for you'],
    [[STOPPED], 'Stopped by you'],
    [[BROKEN], 'Failed'],
    [[DONE], ''],
    [[{ type: 'done', reason: 'rounds' }], '']
  ])('%#', (events, said) =>
    expect(statusWords(new Transcript(record(events)))).toBe(said)
  );

  test('says that nobody goes on', () => {
    const transcript = new Transcript(record([words('a')]));
    transcript.interrupt();
    expect(statusWords(transcript)).toBe('Interrupted');
  });

  test('has whole seconds while it goes on, and what is known of the cost', () => {
    const clock = new Clock();
    const transcript = new Transcript(record(), clock.now);
    clock.seconds = 14.6;
    expect(bylineFacts(transcript)).toEqual(['test/m', '15 s']);
    clock.seconds = 75;
    expect(bylineFacts(transcript)).toEqual(['test/m', '1 min 15 s']);
    const usage = { input_tokens: 4000, output_tokens: 324, cost_usd: 0.018 };
    transcript.apply({ ...DONE, usage } as RunEvent);
    const facts = bylineFacts(transcript);
    expect(facts).toEqual(['test/m', '1 min 15 s', '4,324 tokens', '$0.018']);
  });

  test('names what went along', () => {
    const sent = [1, 2, 3, 4, 5, 6, 7, 8, 1].map(number => ({
      type: 'cell' as const,
      label: `In[${number}]`,
      estimated_tokens: 200
    }));
    expect(sentAlong(sent)).toBe(
      'with In[1], In[2], In[3], In[4], In[5], In[6] and 2 more (about 1,800 tokens)'
    );
    expect(sentAlong([{ type: 'cell', label: 'df' }])).toBe('with df (about 0 tokens)');
  });
});

test('usage in detail leaves out what is not known', () => {
  expect(
    usageRows({
      input_tokens: 3912,
      output_tokens: 412,
      cache_read_tokens: 2800,
      reasoning_tokens: 128,
      cost_usd: 0.018
    })
  ).toEqual([
    { name: 'Input', value: '3,912', remark: '2,800 of it from the cache' },
    { name: 'Output', value: '412', remark: '128 of it reasoning' },
    { name: 'Cost', value: '$0.018', remark: 'estimated from public prices' }
  ]);
  expect(usageRows({ input_tokens: 5 })).toEqual([
    { name: 'Input', value: '5', remark: '' }
  ]);
});
