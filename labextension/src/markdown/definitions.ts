/**
 * Link reference definitions (`[label]: address`) hold for the whole reply, wherever they
 * stand. A part that is rendered by itself gets those of other parts that it may name.
 * Pure.
 */
interface IDefinition {
  readonly line: string;
  /** The start of the part where it stands. */
  readonly part: number;
}

const DEFINITION = /^ {0,3}\[((?:[^[\]\\]|\\.)+)\]:[ \t]*\S.*$/;
const LABEL = /\[((?:[^[\]\\]|\\.)+)\]/g;

export class Definitions {
  private readonly byLabel = new Map<string, IDefinition>();

  /** Take those of a part that is closed; the first of a label holds. */
  take(text: string, part: number): void {
    if (/^ {0,3}(?:`{3}|~{3})/.test(text) || !text.includes(']:')) {
      return;
    }
    let mayStart = true;
    for (const line of text.split('\n')) {
      const label: string | undefined = mayStart
        ? DEFINITION.exec(line)?.[1]
        : undefined;
      if (label !== undefined && !this.byLabel.has(normal(label))) {
        this.byLabel.set(normal(label), { line, part });
      }
      mayStart = label !== undefined || line.trim() === '';
    }
  }

  /** The definitions of other parts that a part names, as lines to put before it. */
  namedBy(text: string, part: number): string {
    if (this.byLabel.size === 0 || !text.includes('[')) {
      return '';
    }
    const lines = new Set<string>();
    for (const [, label] of text.matchAll(LABEL)) {
      const definition = this.byLabel.get(normal(label));
      if (definition !== undefined && definition.part !== part) {
        lines.add(definition.line);
      }
    }
    return lines.size === 0 ? '' : `${[...lines].join('\n')}\n\n`;
  }
}

function normal(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
