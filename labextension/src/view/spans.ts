/** Highlighted code as values, line by line. */

export interface ISpan {
  readonly text: string;
  readonly className: string;
}

export type Line = readonly ISpan[];

/** Lines without colours. */
export function plainLines(code: string): readonly Line[] {
  return code.split('\n').map(text => [{ text, className: '' }]);
}

/** What a highlighter made; null if it does not say what the code says. */
export function highlightedLines(
  fragment: DocumentFragment,
  code: string
): readonly Line[] | null {
  if (fragment.textContent !== code) {
    return null;
  }
  const lines: ISpan[][] = [[]];
  const add = (node: Node, className: string): void => {
    if (node instanceof Element) {
      const classes = [className, node.className].filter(Boolean).join(' ');
      node.childNodes.forEach(child => add(child, classes));
      return;
    }
    (node.textContent ?? '').split('\n').forEach((text, place) => {
      if (place > 0) {
        lines.push([]);
      }
      if (text) {
        lines.at(-1)?.push({ text, className });
      }
    });
  };
  fragment.childNodes.forEach(node => add(node, ''));
  return lines;
}

export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}
