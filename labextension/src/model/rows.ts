import type { Block, IStep, IThinking } from './blocks';
import { acts, duration } from './steps';

/** Reads in a row from here on are one line. */
export const FOLD_FROM = 4;

/** A block by itself, a list of lines, or several reads that are one line. */
export type Row =
  | { readonly kind: 'block'; readonly id: string; readonly block: Block }
  | {
      readonly kind: 'steps';
      readonly id: string;
      readonly items: readonly (IStep | IThinking)[];
    }
  | {
      readonly kind: 'folded';
      readonly id: string;
      readonly steps: readonly IStep[];
      /** `5 look-ups · 61 ms` */
      readonly line: string;
    };

/**
 * The blocks as rows of the view: neighbouring lines together, four reads that are done
 * or more in a row as one. Calls that do more than read stand for themselves.
 *
 * `previous` are the rows of an earlier state: those that are the same stay the same.
 */
export function groupSteps(
  blocks: readonly Block[],
  previous: readonly Row[] = []
): readonly Row[] {
  const rows: Row[] = [];
  let reads: IStep[] = [];
  const flush = (): void => {
    if (reads.length >= FOLD_FROM) {
      rows.push(folded(reads));
    } else {
      reads.forEach(step => addLine(rows, step));
    }
    reads = [];
  };
  for (const block of blocks) {
    if (block.kind === 'step' && block.state === 'done' && !acts(block)) {
      reads.push(block);
      continue;
    }
    flush();
    if (block.kind === 'thinking' || (block.kind === 'step' && !acts(block))) {
      addLine(rows, block);
    } else {
      rows.push({ kind: 'block', id: block.id, block });
    }
  }
  flush();
  const known = new Map(previous.map(row => [row.id, row]));
  return rows.map(row => kept(row, known.get(row.id)));
}

function addLine(rows: Row[], item: IStep | IThinking): void {
  const last = rows.at(-1);
  if (last?.kind === 'steps') {
    rows[rows.length - 1] = { ...last, items: [...last.items, item] };
  } else {
    rows.push({ kind: 'steps', id: `steps-${item.id}`, items: [item] });
  }
}

function folded(steps: readonly IStep[]): Row {
  const seconds = steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
  const line = `${steps.length} look-ups · ${duration(seconds)}`;
  return { kind: 'folded', id: `folded-${steps[0].id}`, steps, line };
}

function kept(row: Row, before: Row | undefined): Row {
  if (before?.kind !== row.kind) {
    return row;
  }
  const [now, then] = [membersOf(row), membersOf(before)];
  const isSame =
    now.length === then.length && now.every((block, place) => block === then[place]);
  return isSame ? before : row;
}

function membersOf(row: Row): readonly Block[] {
  switch (row.kind) {
    case 'block':
      return [row.block];
    case 'steps':
      return row.items;
    case 'folded':
      return row.steps;
  }
}
