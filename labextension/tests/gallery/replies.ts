/** Replies in every state that the view can show. */
import type { ReplyRecord } from '../../src/wire';
import {
  call,
  cost,
  decided,
  DONE,
  gave,
  python,
  read,
  record,
  said,
  starts,
  thought,
  waits,
  words
} from './events';

export const PLOT = `import matplotlib.pyplot as plt  # for the bars
monthly = (
    df.assign(month=df.date.dt.month)
    .pivot_table(index="month", columns="region", values="units", aggfunc="sum", fill_value=0)
)
monthly.plot.bar(stacked=True, figsize=(7, 3))
plt.ylabel("units")`;

const SHORT = 'monthly.plot.bar(stacked=True, figsize=(7, 3))\nplt.ylabel("units")';
const WIDER = SHORT.replace('(7, 3)', '(9, 3)');
const FIGURE = { output_type: 'display_data', data: {}, metadata: {} };
const LONG_WORDS = 'The north region has no rows after 9 March. ';

const look = call('l1', 'inspect_variable', { name: 'df' });
const frame = `DataFrame 1,204 × 9
date    datetime64[ns]  0 missing
region  object          0 missing
units   float64        41 missing   min 0  mean 31.2  max 118
… 6 more columns`;
const looked = read(look, frame, 0.012);
const cells = read(
  call('l2', 'read_cells', { first: 1, last: 3 }),
  'three cells',
  0.004
);
const waiting = python('c1', PLOT);
const short = python('c1', SHORT);
const wider = JSON.stringify({ code: WIDER });
const mail = call('c2', 'send_mail', {
  to: ['anna@example.org', 'ben@example.org'],
  subject: 'Units in March',
  body: `${LONG_WORDS.repeat(4)}\n\nBest regards`
});
const report = call('c3', 'write_file', {
  path: 'reports/report.md',
  text: '# Sales 2024\nUnits were flat but for March.'
});

const asked = [
  thought('How many rows does each month have?'),
  ...cells,
  ...looked,
  words(`${LONG_WORDS}I’ll plot the months by region to show it.`),
  said({
    kind: 'text',
    text: `${LONG_WORDS}I’ll plot the months by region to show it.`
  }),
  cost(2800, 140)
];

export const replies: Readonly<Record<string, ReplyRecord>> = {
  streaming: record(
    'streaming',
    [
      thought('Units by month first.'),
      ...cells,
      ...looked,
      cost(1100, 104),
      words(
        'Units fall to **2,310 in March**, against about 4,100 in the months around ' +
          'it. Two things stand out in `df`:\n\n1. The north region has no rows after ' +
          '9 March.\n2. Prices did not change, so demand is an unlikely'
      )
    ],
    { elapsed_s: 12, thought_s: [6] }
  ),
  reasoning: record(
    'reasoning',
    [
      ...looked,
      read(
        call('l3', 'read_file', { path: 'old.csv' }),
        'no such file under the server’s folder',
        0.003
      ).map(event =>
        event.type === 'tool_result'
          ? { ...event, result: { ...event.result, is_error: true } }
          : event
      ),
      said(call('l4', 'look_up_docs', { name: 'DataFrame.isna' })),
      cost(300, 12),
      thought(
        'The question is about missing values. The notebook has one data frame, df, ' +
          'with nine columns. I should count the gaps per column rather than guess.'
      )
    ],
    { elapsed_s: 4 }
  ),
  approval: record('approval', [...asked, said(waiting), waits(waiting)], {
    elapsed_s: 14,
    thought_s: [6]
  }),
  several: record(
    'several',
    [said(short, report, mail), waits(short, report, mail), cost(900, 210)],
    { elapsed_s: 9 }
  ),
  hidden: record(
    'hidden',
    [
      (() => {
        const tricky = python(
          'c1',
          'allowed = "user\u202e \u2066# admin\u2069"\nx\u200b = 1'
        );
        return [said(tricky), waits(tricky)];
      })()
    ].flat(),
    { elapsed_s: 3 }
  ),
  queued: record('queued', [said(short), waits(short), decided(short)], {
    elapsed_s: 5
  }),
  running: record(
    'running',
    [said(short), waits(short), decided(short), starts(short)],
    { elapsed_s: 6 }
  ),
  approved: record(
    'approved',
    [
      said(short),
      waits(short),
      decided(short, { edited_args: wider }),
      starts({ ...short, args: wider }),
      gave(short, 'ok', 1.2, { outputs: [FIGURE] }),
      cost(2900, 112),
      words('March is the only short bar, and all of the shortfall is in the')
    ],
    { elapsed_s: 21 }
  ),
  failed: record(
    'failed',
    [
      said(short),
      waits(short),
      decided(short),
      starts(short),
      gave(short, "NameError: name 'monthly' is not defined", 0.2, { is_error: true }),
      words('The table has to be made first.'),
      DONE
    ],
    { elapsed_s: 8 }
  ),
  folded: record(
    'folded',
    [
      said(waiting),
      waits(waiting),
      decided(waiting),
      gave(waiting, 'ok', 1.2),
      ...[python('c2', 'a = 1\nb = 2')].flatMap(second => [
        said(second),
        decided(second, { by: 'conversation' }),
        gave(second, 'ok', 0.04)
      ]),
      ...[python('c3', 'import os\nfor name in old:\n    os.remove(name)')].flatMap(
        third => [
          said(third),
          waits(third),
          decided(third, { answer: 'deny', reason: 'Keep the March files.' }),
          gave(third, 'Not run: denied.', 0, { is_error: true })
        ]
      ),
      words('I removed nothing. The two exports from March stay.'),
      cost(3000, 102, { cost_usd: 0.011 }),
      DONE
    ],
    { elapsed_s: 9 }
  ),
  finished: record(
    'finished',
    [
      ...['a', 'b', 'c', 'd', 'e'].flatMap(name =>
        read(call(`look-${name}`, 'inspect_variable', { name }), 'fine', 0.0122)
      ),
      words(
        'Keep the gap visible: resample to days and leave the missing ones empty.\n\n' +
          '```python\ndaily = df.set_index("date").units.resample("D").sum(min_count=1)' +
          '\n```\n\n`min_count=1` gives an empty value for a day without rows.'
      ),
      {
        type: 'citation',
        citation: {
          kind: 'citation',
          type: 'url',
          title: 'DataFrame.resample',
          url: 'https://pandas.pydata.org/docs'
        }
      },
      cost(3912, 412, {
        cache_read_tokens: 2800,
        reasoning_tokens: 128,
        cost_usd: 0.018
      }),
      DONE
    ],
    { elapsed_s: 14 }
  ),
  stopped: record(
    'stopped',
    [
      words('Units fall to 2,310 in March, against about'),
      cost(600, 40),
      { type: 'done', reason: 'cancelled' }
    ],
    { elapsed_s: 8 }
  ),
  rerouted: record(
    'rerouted',
    [
      {
        type: 'fallback',
        from_label: 'anthropic/claude-sonnet-4-5',
        to_label: 'openai/gpt-5.1',
        reason: 'overloaded',
        policy: 'order'
      },
      { type: 'retrying', attempt: 2, wait_s: 4, reason: 'rate_limit' }
    ],
    { elapsed_s: 5 }
  ),
  errors: record(
    'errors',
    [
      {
        type: 'error',
        kind: 'rate_limit',
        status: 429,
        provider: 'openai',
        message: 'Rate limit reached for gpt-5.1.'
      }
    ],
    { model: 'openai/gpt-5.1', elapsed_s: 2 }
  ),
  limited: record(
    'limited',
    [words('So far three of five.'), { type: 'done', reason: 'rounds' }],
    { elapsed_s: 30 }
  )
};
