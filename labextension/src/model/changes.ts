import type { ToolCallPart } from '../wire';
import { pythonOf } from './steps';

/** Beyond it no table of lines is made: all of them count as changed. */
const MOST_CELLS = 1_000_000;

/** `1 line`: how many lines of the model's code are changed. */
export function changedLines(model: ToolCallPart, person: ToolCallPart): string {
  const count = differingLines(
    pythonOf(model).split('\n'),
    pythonOf(person).split('\n')
  );
  return count === 1 ? '1 line' : `${count} lines`;
}

/** Lines of the larger side that have no counterpart, beside what both begin and end with. */
function differingLines(one: readonly string[], other: readonly string[]): number {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) {
    tail += 1;
  }
  const [left, right] = [one, other].map(lines =>
    lines.slice(head, lines.length - tail)
  );
  return Math.max(left.length, right.length) - commonLines(left, right);
}

/** The length of the longest common subsequence, by rows of its table. */
function commonLines(one: readonly string[], other: readonly string[]): number {
  if (one.length * other.length > MOST_CELLS) {
    return 0;
  }
  let row = new Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const next = [0];
    other.forEach((candidate, place) => {
      const same = candidate === line ? row[place] + 1 : 0;
      next.push(Math.max(same, row[place + 1], next[place]));
    });
    row = next;
  }
  return row[other.length];
}
