import type { IStep } from '../../src/model/blocks';
import {
  badgeWords,
  cardFacts,
  cardRecord,
  cardTitle,
  phaseOf,
  taskWords
} from '../../src/model/cards';
import { Transcript } from '../../src/model/transcript';
import type { Decision, PendingCall, RunEvent, ToolCallPart } from '../../src/wire';
import {
  Clock,
  decided,
  decision,
  failed,
  message,
  pendingOf,
  progress,
  python,
  record,
  requested,
  result,
  toolCall,
  waits
} from './events';

const CALL = python('a = 1\nb = 2\nc = 3');
const SEND = toolCall('send', { to: 'all' });
const EDITED = '{"code":"a = 1\\nb = 9\\nc = 3"}';
const PLACE = { notebook: 'sales.ipynb' };

function stepOf(call: ToolCallPart, ...events: RunEvent[]): IStep {
  const { blocks } = new Transcript(record([message(call), waits(call), ...events]));
  return blocks.find(block => block.kind === 'step') as IStep;
}

function sentStep(fields: Partial<Decision>): IStep {
  const reply = new Transcript(record([message(CALL), waits(CALL)]));
  reply.markSent('c1', decision(CALL, fields));
  return reply.blocks[0] as IStep;
}

const yes = decided(CALL, 'approve');
const changed = decided(CALL, 'approve', { edited_args: EDITED });
const no = decided(CALL, 'deny', { reason: 'Keep them.' });
const refused = failed(CALL, 'Not run: the user denied this call.');

test.each<[string, IStep, string]>([
  ['pending', stepOf(CALL), 'Run this Python in sales.ipynb?'],
  ['sent', sentStep({}), 'Run this Python in sales.ipynb'],
  ['sent', sentStep({ edited_args: EDITED }), 'Run your changed Python in sales.ipynb'],
  ['queued', stepOf(CALL, yes), 'Run this Python in sales.ipynb'],
  ['running', stepOf(CALL, yes, requested(CALL)), 'Running this Python in sales.ipynb'],
  ['done', stepOf(CALL, yes, result(CALL)), 'Ran this Python in sales.ipynb'],
  [
    'done',
    stepOf(CALL, changed, result(CALL)),
    'Ran your changed Python in sales.ipynb'
  ],
  ['failed', stepOf(CALL, yes, failed(CALL, 'x')), 'Ran this Python in sales.ipynb'],
  ['not_run', stepOf(CALL, no), 'Did not run this Python in sales.ipynb'],
  ['not_run', stepOf(CALL, no, refused), 'Did not run this Python in sales.ipynb'],
  ['pending', stepOf(SEND), 'Call send?'],
  ['running', stepOf(SEND, requested(SEND)), 'Calling send'],
  ['done', stepOf(SEND, result(SEND)), 'Called send'],
  ['not_run', stepOf(SEND, failed(SEND, 'Not run: x')), 'Did not call send']
])('a call that is %s: %#', (phase, step, title) => {
  expect(phaseOf(step)).toBe(phase);
  expect(cardTitle(step, PLACE)).toBe(title);
});

test('a title goes without what is not known, and says that the code changes', () => {
  expect(cardTitle(stepOf(CALL))).toBe('Run this Python?');
  expect(cardTitle(stepOf(CALL), { ...PLACE, isChanging: true })).toBe(
    'Run your changed Python in sales.ipynb?'
  );
});

test('a call that is still written has no question yet', () => {
  const { blocks } = new Transcript(record([progress(CALL)]));
  expect(phaseOf(blocks[0] as IStep)).toBe('writing');
  expect(cardTitle(blocks[0] as IStep)).toBe('Running this Python');
});

test.each([
  ['read', 'Reads'],
  ['write', 'Changes a file'],
  ['execute', 'Runs code'],
  ['external', 'Acts outside Jupyter']
] as const)('the badge of %s', (effect, words) =>
  expect(badgeWords(effect)).toBe(words)
);

describe('facts', () => {
  test('tell how far a call reaches and how long it is while it waits', () => {
    expect(cardFacts(stepOf(CALL))).toEqual([
      'Can do whatever this kernel can: variables, files, network.',
      '3 lines.'
    ]);
    expect(cardFacts(stepOf(CALL, yes, result(CALL)))).toEqual([]);
  });

  test('tell what the person changed', () => {
    const step = stepOf(CALL, changed, result(CALL));
    expect(cardFacts(step)).toEqual(['You changed 1 line.']);
    expect(cardFacts(sentStep({ edited_args: EDITED }))).toEqual([
      'You changed 1 line.'
    ]);
  });

  test.each([
    ['server', 'write', ['On the server.']],
    ['github', 'external', ['By github.', "What it did can't be taken back from here."]]
  ] as const)('tell where a tool comes from: %s', (source, effect, facts) => {
    const pending: PendingCall = { ...pendingOf(SEND), effect, source };
    const step = stepOf(SEND, { type: 'pending', calls: [pending] });
    expect(cardFacts(step)).toEqual(facts);
  });
});

describe('the record', () => {
  function words(step: IStep, now = 0): string {
    return cardRecord(step, now).words;
  }

  test.each<[IStep, string]>([
    [stepOf(CALL), ''],
    [sentStep({}), 'Approved by you. Waits for the kernel.'],
    [
      sentStep({ edited_args: EDITED }),
      'Approved by you with your change. Waits for the kernel.'
    ],
    [sentStep({ answer: 'deny' }), 'Denied by you.'],
    [stepOf(CALL, yes), 'Approved by you at 14:03. Waits for the kernel.'],
    [stepOf(CALL, yes, requested(CALL)), 'Approved by you at 14:03. Running.'],
    [
      stepOf(CALL, changed, result(CALL, 'ok', {}, 1.2)),
      'Approved by you at 14:03 with your change. Ran in 1.2 s.'
    ],
    [
      stepOf(CALL, decided(CALL, 'approve', { remember: true }), result(CALL)),
      'Approved by you at 14:03 and allowed in this conversation. Ran in 12 ms.'
    ],
    [
      stepOf(CALL, yes, failed(CALL, 'KeyError')),
      'Approved by you at 14:03. Failed after 12 ms.'
    ],
    [
      stepOf(CALL, decided(CALL, 'approve', { by: 'settings' }), result(CALL)),
      'Allowed in the settings. Ran in 12 ms.'
    ],
    [
      stepOf(CALL, decided(CALL, 'approve', { by: 'yes' }), result(CALL)),
      'Allowed by `--yes`. Ran in 12 ms.'
    ],
    [
      stepOf(CALL, decided(CALL, 'approve', { by: 'conversation' }), result(CALL)),
      'Allowed in this conversation. Ran in 12 ms.'
    ],
    [stepOf(CALL, result(CALL)), 'Ran in 12 ms.'],
    [stepOf(CALL, no, refused), 'Denied by you at 14:03: “Keep them.”'],
    [stepOf(CALL, decided(CALL, 'deny'), refused), 'Denied by you at 14:03.'],
    [
      stepOf(CALL, decided(CALL, 'deny', { by: 'nobody' }), refused),
      'Not run: nobody was there to approve it. `--yes` allows it.'
    ],
    [
      stepOf(CALL, failed(CALL, 'Not run: it is turned off in the settings. Go on.')),
      'Not run: it is turned off in the settings.'
    ],
    [
      stepOf(CALL, yes, requested(CALL), { type: 'done', reason: 'cancelled' }),
      'Approved by you at 14:03. The reply ended first.'
    ]
  ])('%#', (step, said) => expect(words(step)).toBe(said));

  test('counts how long a call runs', () => {
    const clock = new Clock();
    const reply = new Transcript(record([message(CALL)]), clock.now);
    reply.apply(requested(CALL));
    const [step] = reply.blocks as IStep[];
    expect(words(step, 400)).toBe('Running 0.4 s.');
    expect(words(step, 75_000)).toBe('Running 1 min 15 s.');
  });

  test('names the outputs', () => {
    const withOutputs = (count: number): string => {
      const outputs = Array.from({ length: count }, () => ({ output_type: 'stream' }));
      return cardRecord(stepOf(CALL, result(CALL, 'ok', { outputs })), 0).outputs;
    };
    expect([0, 1, 2].map(withOutputs)).toEqual([
      '',
      '1 output below',
      '2 outputs below'
    ]);
  });
});

test('what is asked for is said in few words', () => {
  expect(taskWords(stepOf(CALL), 'sales.ipynb')).toBe('run Python in sales.ipynb');
  expect(taskWords(stepOf(CALL))).toBe('run Python');
  expect(taskWords(stepOf(SEND), 'sales.ipynb')).toBe('call send');
});
