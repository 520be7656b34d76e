import { noticeOf } from '../../src/model/notices';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent, RunFailed } from '../../src/wire';
import {
  BROKEN,
  DONE,
  FALLBACK,
  message,
  record,
  RETRYING,
  STOPPED,
  words
} from './events';

/** The cards of a reply: what they say, on a line each. */
function cards(...events: RunEvent[]): string[] {
  const { blocks } = new Transcript(record(events));
  return blocks.flatMap(block =>
    block.kind === 'notice'
      ? [[block.title, block.quote, block.body].filter(Boolean).join(' ')]
      : []
  );
}

function signs(...events: RunEvent[]): string[] {
  const { blocks } = new Transcript(record(events));
  return blocks.flatMap(block => (block.kind === 'notice' ? [block.sign] : []));
}

const AGAIN = { ...RETRYING, attempt: 3, wait_s: 0.4 } as RunEvent;

describe('a provider that is asked again', () => {
  test('says when and how often', () => {
    expect(cards(RETRYING)).toEqual([
      'test is limiting requests: trying again in 4 s, attempt 2.'
    ]);
    expect(signs(RETRYING)).toEqual(['retry']);
  });

  test('has one card, with the last attempt', () => {
    const reply = new Transcript(record([RETRYING]));
    const { id } = reply.blocks[0];
    reply.apply(AGAIN);
    expect(reply.blocks).toHaveLength(1);
    expect(reply.blocks[0]).toMatchObject({
      id,
      title: 'test is limiting requests: trying again at once, attempt 3.'
    });
  });

  test('has answered once something comes', () => {
    const answered = ['test is limiting requests: answered at attempt 2.'];
    expect(cards(RETRYING, words('a'))).toEqual(answered);
    expect(cards(RETRYING, message('a'), DONE)).toEqual(answered);
  });

  test('gives way to what came of it', () => {
    expect(signs(RETRYING, FALLBACK)).toEqual(['fallback']);
    expect(signs(RETRYING, BROKEN)).toEqual(['error']);
    expect(signs(RETRYING, STOPPED)).toEqual(['stopped']);
    expect(signs(RETRYING, DONE)).toEqual([]);
  });

  test('stands beside cards about other things', () => {
    const info: RunEvent = { type: 'info', text: 'Something.', level: 'warning' };
    expect(signs(RETRYING, info, words('a'))).toEqual(['retry', 'warning']);
    expect(signs(RETRYING, info, AGAIN)).toEqual(['warning', 'retry']);
  });

  test('is asked again for each message', () => {
    expect(cards(RETRYING, message('a'), AGAIN, message('b'))).toEqual([
      'test is limiting requests: answered at attempt 2.',
      'test is limiting requests: answered at attempt 3.'
    ]);
  });
});

describe('another model', () => {
  test('answers, and has answered when its message is there', () => {
    const [answers, answered] = ['answers', 'answered'].map(
      does => `other/x failed: overloaded. test/m ${does} instead.`
    );
    expect(cards(FALLBACK)).toEqual([answers]);
    expect(cards(FALLBACK, words('a'))).toEqual([answers]);
    expect(cards(FALLBACK, words('a'), message('a'))).toEqual([answered]);
  });

  test('that fails as well has not answered', () => {
    expect(cards(FALLBACK, BROKEN)[0]).toContain('test/m answers instead.');
  });
});

test('cards stand before the message that is being written', () => {
  const reply = new Transcript(record([message('first'), words('sec'), RETRYING]));
  reply.apply(words('ond'));
  expect(reply.blocks.map(block => block.kind)).toEqual(['words', 'notice', 'words']);
  expect(reply.blocks[2]).toMatchObject({ text: 'second' });
});

test('tools of the provider are named', () => {
  const search = { type: 'provider_tool', name: 'web_search', phase: 'done' } as const;
  expect(cards(search)).toEqual(['web_search: done']);
  expect(cards({ ...search, detail: 'units' })).toEqual(['web_search: done units']);
});

describe('ends', () => {
  test.each([
    [
      'cancelled',
      'stopped',
      'Stopped by you. What arrived is kept and stays in the conversation.'
    ],
    ['refusal', 'warning', 'The model declined to answer this. Change the question.'],
    [
      'other',
      'warning',
      'The provider ended the answer without saying why. It may be incomplete.'
    ]
  ] as const)('%s', (reason, sign, text) => {
    const end: RunEvent = { type: 'done', reason };
    expect([signs(end), cards(end)]).toEqual([[sign], [text]]);
  });

  test('a refusal names its category', () => {
    const end: RunEvent = { type: 'done', reason: 'refusal', refusal_category: 'bio' };
    expect(cards(end)[0]).toContain('declined to answer this (bio).');
  });

  test.each(['end', 'pending', 'rounds', 'budget', 'max_tokens', 'error'] as const)(
    '%s needs no words',
    reason => expect(cards({ type: 'done', reason })).toEqual([])
  );
});

describe('failures', () => {
  function fail(fields: Partial<RunFailed>): string {
    return cards({ type: 'error', kind: 'server', message: '', ...fields })[0];
  }

  const ANOTHER = 'Another model: `-m CONNECTION/MODEL`.';

  test.each<[Partial<RunFailed>, string]>([
    [
      { kind: 'auth', status: 401 },
      'test refused the key (401). ' +
        'Check it, or name its variable: `%assistant use test --key-env NAME`.'
    ],
    [{ kind: 'permission' }, `This key may not use m. ${ANOTHER}`],
    [
      { kind: 'not_found' },
      'test has no model m. `%assistant models test` lists what it has.'
    ],
    [
      { kind: 'rate_limit', status: 429, retry_after_s: 12 },
      `test is limiting requests (429). Try again in 12 s. ${ANOTHER}`
    ],
    [{ kind: 'quota' }, `The account at test has no credit left. ${ANOTHER}`],
    [{ kind: 'overloaded' }, `test is overloaded. Try again in a while. ${ANOTHER}`],
    [
      { kind: 'context_length' },
      'The conversation is too long for m. ' +
        '`%%ask --new` begins a new one; `-c none` sends less along.'
    ],
    [
      { kind: 'bad_request' },
      'test did not accept the request. ' +
        '`%assistant probe` looks at address, key and model.'
    ],
    [{ kind: 'content_filter' }, 'test declined to answer this. Change the question.'],
    [{ kind: 'timeout' }, 'test did not answer in time. Try again in a while.'],
    [
      { kind: 'network' },
      "test can't be reached. Check the network, or the address: `%assistant probe`."
    ],
    [
      { kind: 'protocol' },
      'test answers, but not as its kind of API should. ' +
        'Check the address: `%assistant probe`.'
    ],
    [{ kind: 'server', status: 500 }, 'test failed (500). Try again in a while.'],
    [{ kind: 'curse' as never }, 'test failed. Try again in a while.'],
    [
      { kind: 'quota', provider: 'openai' },
      `The account at openai has no credit left. ${ANOTHER}`
    ]
  ])('%j', (fields, text) => expect(fail(fields)).toBe(text));

  test('a missing page may well be a missing model', () => {
    const missing = { kind: 'bad_request', status: 404 } as const;
    expect(fail({ ...missing, message: 'no such model: m' })).toContain('has no model');
    expect(fail({ ...missing, message: 'nothing here' })).toContain('did not accept');
  });

  test('what the provider said comes between, on one line and not too long', () => {
    const failed: RunFailed = {
      type: 'error',
      kind: 'auth',
      message: 'Incorrect\n  key (HTTP 401)',
      status: 401
    };
    expect(noticeOf(failed, 'test/m')?.quote).toBe('Incorrect key');
    const long = noticeOf({ ...failed, message: '😀'.repeat(700) }, 'test/m')?.quote;
    expect(long).toBe(`${'😀'.repeat(600)}…`);
  });

  test('an answer that broke off says how much of it is there', () => {
    const text = 'é'.repeat(4000);
    expect(fail({ kind: 'network', text })).toBe(
      'The answer of test broke off after about 2,000 tokens. ' +
        'What arrived is kept above. Ask again to go on.'
    );
    expect(fail({ kind: 'auth', text })).toContain('refused the key');
  });

  test('a model without a connection is its own name', () => {
    expect(
      noticeOf({ type: 'error', kind: 'permission', message: '' }, 'm')?.title
    ).toBe('This key may not use m.');
  });
});
