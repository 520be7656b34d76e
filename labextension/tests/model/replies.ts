import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import type { FeedBatch } from '../../src/widget/protocol';
import type { ReplyRecord, RunEvent } from '../../src/wire';

/** A reply as the kernel tells it, and what the kernel shows of it. */
export interface IContract {
  readonly name: string;
  readonly record: ReplyRecord;
  readonly events: readonly RunEvent[];
  /** What a widget is sent: words that came as deltas are not sent again. */
  readonly feed: readonly FeedBatch[];
  readonly saved: ReplyRecord;
  /** As somebody finds it who comes in the middle, and what they miss. */
  readonly late: { readonly record: ReplyRecord; readonly rest: readonly RunEvent[] };
  readonly expected: readonly unknown[];
  readonly status: string;
  readonly byline: string;
}

const FOLDER = join(__dirname, '../../../tests/data/replies');

/** Written by the tests of the Python package. */
export const contracts: readonly IContract[] = readdirSync(FOLDER).map(file => ({
  name: file.replace('.json', ''),
  ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf-8')) as Omit<IContract, 'name'>)
}));

export function contract(name: string): IContract {
  const found = contracts.find(one => one.name === name);
  if (!found) {
    throw new Error(`There is no ${name}.json`);
  }
  return found;
}
