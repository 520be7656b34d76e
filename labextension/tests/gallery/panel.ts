/** A conversation in a panel: two answers, and a call that waits. */
import type { ReplyRecord } from '../../src/wire';
import { replies } from './replies';

export const messages: readonly ReplyRecord[] = [
  {
    ...replies.finished,
    run_id: 'first',
    question: 'How do I fill the gap without inventing data?',
    sent: [
      { type: 'cell', label: 'Cells 1–3' },
      { type: 'dataframe', label: 'df', truncated: true }
    ]
  },
  { ...replies.folded, run_id: 'second', question: 'Clean up the old exports' },
  {
    ...replies.approval,
    run_id: 'third',
    question: 'Why do units drop in March?\nPlot it.'
  }
];
