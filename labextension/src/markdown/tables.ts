/** A long table rendered in parts, each with its head, and put together again. */
import type { IMarkdown } from '../view/ports';

const ROWS_LENGTH = 4_000;
const ROW = /^ {0,3}\|/;
const DELIMITER = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/** The nodes of a text that is one table; null if it is something else. */
export async function renderTable(
  source: string,
  markdown: IMarkdown,
  breathe: () => Promise<void>
): Promise<ChildNode[] | null> {
  const [head, delimiter, ...rows] = source.trimEnd().split('\n');
  if (
    !ROW.test(head) ||
    !DELIMITER.test(delimiter) ||
    !rows.every(row => ROW.test(row))
  ) {
    return null;
  }
  let table: HTMLElement | null = null;
  for (const part of grouped(rows)) {
    const rendered = await markdown.render([head, delimiter, ...part].join('\n'));
    if (table === null) {
      table = rendered;
    } else {
      table.querySelector('tbody')?.append(...rowsOf(rendered));
    }
    await breathe();
  }
  return table === null ? null : [...table.childNodes];
}

function rowsOf(table: HTMLElement): Iterable<ChildNode> {
  return table.querySelector('tbody')?.childNodes ?? [];
}

function grouped(rows: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const row of rows) {
    if (length >= ROWS_LENGTH) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(row);
    length += row.length;
  }
  return groups;
}
