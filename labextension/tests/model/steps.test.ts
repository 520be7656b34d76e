import type { IStep } from '../../src/model/blocks';
import { duration, linesOf, pythonOf, stepLine, wording } from '../../src/model/steps';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent, ToolCallPart } from '../../src/wire';
import {
  decided,
  failed,
  message,
  python,
  record,
  requested,
  result,
  STOPPED,
  toolCall
} from './events';

function stepOf(call: ToolCallPart, ...events: RunEvent[]): IStep {
  const { blocks } = new Transcript(record([message(call), ...events]));
  return blocks.find(block => block.kind === 'step') as IStep;
}

function line(call: ToolCallPart, ...events: RunEvent[]): string {
  const { words, target, rest } = stepLine(stepOf(call, ...events));
  return `${words}${target && ` \`${target}\``}${rest}`;
}

const INSPECT = toolCall('inspect_variable', { name: 'df' });
const SEVEN = python('\n1\n2\n3\n4\n5\n6\n7\n');

test.each<[ToolCallPart, string, string]>([
  [toolCall('list_variables'), 'Listing variables', 'Listed variables'],
  [INSPECT, 'Inspecting df', 'Inspected df'],
  [
    toolCall('read_cells', { first: 1, last: 3, deep: null, filter: '' }),
    'Reading cells 1, 3',
    'Read cells 1, 3'
  ],
  [toolCall('look_up_docs', { name: 'a\n b' }), 'Looking up a b', 'Looked up a b'],
  [python('a\nb'), 'Running Python, 2 lines', 'Ran Python, 2 lines'],
  [toolCall('github__search'), 'Calling github__search', 'Called github__search'],
  [toolCall(''), 'Calling ?', 'Called ?']
])('each tool has its words: %#', (call, doing, done) => {
  const words = wording(call);
  expect(`${words.doing} ${words.target}`.trim()).toBe(doing);
  expect(`${words.done} ${words.target}`.trim()).toBe(done);
});

test('a long target is cut between characters', () => {
  const { target } = wording(toolCall('inspect_variable', { name: '😀'.repeat(200) }));
  expect(target).toBe(`${'😀'.repeat(80)}…`);
});

test('what is no code is shown as the model wrote it', () => {
  const call = python('');
  expect(pythonOf({ ...call, args: '"print(1"' })).toBe('print(1');
  expect(pythonOf({ ...call, args: '{"cod": 1}' })).toBe('{"cod": 1}');
  expect(pythonOf({ ...call, args: '[1]' })).toBe('[1]');
  expect(pythonOf({ ...call, args: 'not JSON' })).toBe('not JSON');
  expect(pythonOf({ kind: 'tool_call', call_id: 'c', tool: 'run_python' })).toBe('{}');
});

test.each([
  ['', '0 lines'],
  ['a', '1 line'],
  ['\n\na\n', '1 line'],
  ['a\r\nb\u2028c', '3 lines'],
  ['a\n\nb', '3 lines']
])('lines of %j', (code, lines) => expect(linesOf(code)).toBe(lines));

test.each([
  [0.0123, '12 ms'],
  [1.24, '1.2 s'],
  [14.2, '14 s'],
  [185.9, '3 min 5 s']
])('%d s', (seconds, words) => expect(duration(seconds)).toBe(words));

describe('a step in one line', () => {
  test.each<[string, string]>([
    [line(INSPECT), 'Inspecting `df`'],
    [line(INSPECT, result(INSPECT)), 'Inspected `df` · 12 ms'],
    [
      line(INSPECT, failed(INSPECT, "There is no 'df'.\nThere are: x")),
      "Could not inspect `df`: There is no 'df'."
    ],
    [line(INSPECT, failed(INSPECT, '')), 'Could not inspect `df`: no reason given'],
    [line(SEVEN, requested(SEVEN)), 'Running Python, 7 lines'],
    [
      line(SEVEN, decided(SEVEN, 'approve'), result(SEVEN, 'ok', {}, 1.2)),
      'Ran Python, 7 lines · approved 14:03 · 1.2 s'
    ],
    [
      line(SEVEN, decided(SEVEN, 'approve'), failed(SEVEN, 'KeyError')),
      'Ran Python, 7 lines · approved 14:03 · failed after 12 ms'
    ],
    [
      line(SEVEN, decided(SEVEN, 'deny', { reason: 'Keep the March files.' })),
      'Running Python, 7 lines'
    ],
    [
      line(
        SEVEN,
        decided(SEVEN, 'deny', { reason: 'Keep the March files.' }),
        failed(SEVEN, 'Not run: the user denied this call. Do not try again.')
      ),
      'Did not run Python, 7 lines · denied: “Keep the March files.”'
    ],
    [
      line(SEVEN, decided(SEVEN, 'deny'), failed(SEVEN, 'Not run: no.')),
      'Did not run Python, 7 lines · denied'
    ],
    [
      line(SEVEN, failed(SEVEN, 'Not run: nobody was there to approve it. Tell them.')),
      'Did not run Python, 7 lines · nobody was there to approve it; --yes allows it'
    ],
    [
      line(
        SEVEN,
        decided(SEVEN, 'deny', { by: 'nobody' }),
        failed(SEVEN, 'Not run: x')
      ),
      'Did not run Python, 7 lines · nobody was there to approve it; --yes allows it'
    ],
    [
      line(SEVEN, failed(SEVEN, 'Not run: it is turned off in the settings. Go on.')),
      'Did not run Python, 7 lines · it is turned off in the settings'
    ],
    [
      line(SEVEN, requested(SEVEN), STOPPED),
      'Ran Python, 7 lines · the reply ended first'
    ],
    [line(INSPECT, STOPPED), 'Could not inspect `df`: the reply ended first']
  ])('%#', (found, words) => expect(found).toBe(words));

  test('its reason is not longer than a line or three', () => {
    const found = line(INSPECT, failed(INSPECT, 'x'.repeat(2000)));
    expect(found).toBe(`Could not inspect \`df\`: ${'x'.repeat(300)}`);
  });

  test('it counts the lines that ran, not those that the model wrote', () => {
    const edited_args = '{"code":"1"}';
    const found = line(
      SEVEN,
      decided(SEVEN, 'approve', { edited_args }),
      result(SEVEN)
    );
    expect(found).toBe('Ran Python, 1 line · approved 14:03 with your change · 12 ms');
  });
});

test.each([
  [{}, 'approved 14:03'],
  [{ remember: true }, 'allowed in this conversation'],
  [{ by: 'conversation' }, 'allowed in this conversation'],
  [{ by: 'settings' }, 'allowed in the settings'],
  [{ by: 'yes' }, 'allowed by --yes']
] as const)('a call says who allowed it: %j', (said, words) => {
  const found = line(SEVEN, decided(SEVEN, 'approve', said), result(SEVEN));
  expect(found).toBe(`Ran Python, 7 lines · ${words} · 12 ms`);
});

test('how long a call took is left out where nobody measured it', () => {
  const step = { ...stepOf(SEVEN, result(SEVEN)), seconds: null };
  expect(stepLine(step).rest).toBe('');
  expect(stepLine({ ...step, state: 'failed' }).rest).toBe(' · failed');
});
