/** The status line of a reply in words. */
import type { Selection, Usage } from '../wire';
import { duration, wholeSeconds } from './steps';
import type { Transcript } from './transcript';

const MOST_LABELS = 6;

/** What is going on; empty once the reply is there and nothing need be said. */
export function statusWords(transcript: Transcript): string {
  switch (transcript.status) {
    case 'starting':
      return 'Waiting for the first word';
    case 'thinking':
      return 'Thinking';
    case 'writing':
      return 'Writing';
    case 'running': {
      const count = transcript.running.length;
      return `Running ${count} call${count === 1 ? '' : 's'}`;
    }
    case 'pending':
      return 'Waiting for you';
    case 'stopped':
      return 'Stopped by you';
    case 'failed':
      return 'Failed';
    case 'interrupted':
      return 'Interrupted';
    case 'done':
    case 'limited':
      return '';
  }
}

/** Who writes or wrote, how long, what it cost and what went along. */
export function bylineFacts(transcript: Transcript): readonly string[] {
  const { model, usage, sent, isOver, elapsedSeconds } = transcript;
  const tokens = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
  return [
    model,
    isOver ? duration(elapsedSeconds) : wholeSeconds(elapsedSeconds),
    tokens > 0 ? `${count(tokens)} tokens` : '',
    costOf(usage),
    sent.length > 0 ? sentAlong(sent) : ''
  ].filter(Boolean);
}

/** What went along, by its labels: `with In[3], df (about 640 tokens)`. */
export function sentAlong(sent: readonly Selection[]): string {
  const labels = [...new Set(sent.map(({ label }) => label))];
  const more =
    labels.length > MOST_LABELS ? ` and ${labels.length - MOST_LABELS} more` : '';
  const tokens = sent.reduce((sum, one) => sum + (one.estimated_tokens ?? 0), 0);
  const named = labels.slice(0, MOST_LABELS).join(', ');
  return `with ${named}${more} (about ${count(tokens)} tokens)`;
}

/** A line of the usage in detail. */
export interface IUsageRow {
  readonly name: string;
  readonly value: string;
  readonly remark: string;
}

/** What the run has cost, in detail; rows of which nothing is known are left out. */
export function usageRows(usage: Usage): readonly IUsageRow[] {
  const { input_tokens = 0, output_tokens = 0 } = usage;
  const { cache_read_tokens = 0, reasoning_tokens = 0 } = usage;
  const cached = cache_read_tokens
    ? `${count(cache_read_tokens)} of it from the cache`
    : '';
  const thought = reasoning_tokens ? `${count(reasoning_tokens)} of it reasoning` : '';
  return [
    { name: 'Input', value: count(input_tokens), remark: cached },
    { name: 'Output', value: count(output_tokens), remark: thought },
    { name: 'Cost', value: costOf(usage), remark: 'estimated from public prices' }
  ].filter(({ value }) => value !== '' && value !== '0');
}

function costOf({ cost_usd }: Usage): string {
  return typeof cost_usd === 'number' ? `$${cost_usd.toFixed(3)}` : '';
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
