/** Finds formulas in Markdown before its parser takes their backslashes. Pure. */

export interface IFormula {
  readonly start: number;
  readonly end: number;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A code span: skipped, nothing in it is a formula. */
interface ICodeSpan {
  readonly end: number;
}

const CLOSERS = { $$: '$$', '\\(': '\\)', '\\[': '\\]' } as const;

/** The formulas of a text without fences at the margin, from left to right. */
export function findFormulas(text: string): IFormula[] {
  const formulas: IFormula[] = [];
  let start = 0;
  for (const paragraph of text.split(/(\n[ \t>]*\n)/)) {
    if (!/^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)*(?:`{3}|~{3})/m.test(paragraph)) {
      formulas.push(...new Paragraph(paragraph, start).formulas());
    }
    start += paragraph.length;
  }
  return formulas;
}

/** Within a paragraph each search for an end that is not there happens once. */
class Paragraph {
  private at = 0;
  private readonly missing = new Set<string>();

  constructor(
    private readonly text: string,
    private readonly offset: number
  ) {}

  formulas(): IFormula[] {
    const found: IFormula[] = [];
    const special = /[`$\\]/g;
    for (;;) {
      special.lastIndex = this.at;
      const next = special.exec(this.text);
      if (next === null) {
        return found;
      }
      this.at = next.index;
      const span = this.take(next[0]);
      if (span !== null && 'tex' in span) {
        found.push({
          ...span,
          start: this.offset + span.start,
          end: this.offset + span.end
        });
      }
      this.at = span?.end ?? this.at;
    }
  }

  /** Take what starts here; without a formula or span, go past its first sign. */
  private take(sign: string): IFormula | ICodeSpan | null {
    if (sign === '`') {
      return this.codeSpan();
    }
    const taken = sign === '$' ? this.dollars() : this.backslash();
    if (taken === null) {
      this.at += sign === '\\' ? 2 : this.text.startsWith('$$', this.at) ? 2 : 1;
    }
    return taken;
  }

  private codeSpan(): ICodeSpan | null {
    const ticks = /`+/y;
    ticks.lastIndex = this.at;
    const run = ticks.exec(this.text)?.[0] ?? '`';
    const from = this.at + run.length;
    if (!this.missing.has(run)) {
      const closing = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
      closing.lastIndex = from;
      const end = closing.exec(this.text);
      if (end !== null) {
        return { end: end.index + run.length };
      }
      this.missing.add(run);
    }
    this.at = from;
    return null;
  }

  private dollars(): IFormula | null {
    if (this.text.startsWith('$$', this.at)) {
      return this.until('$$', true);
    }
    // As in pandoc: no space inside the dollars and no digit after them, so that
    // "$5 and $6" stays money.
    const close = this.nextDollar(this.at + 1);
    if (close < 0) {
      return null;
    }
    const source = this.text.slice(this.at, close + 1);
    const isFormula =
      /^\$\S/.test(source) &&
      /\S\$$/.test(source) &&
      source.length > 2 &&
      !source.includes('`') &&
      !/\d/.test(this.text[close + 1] ?? '');
    return isFormula
      ? { start: this.at, end: close + 1, tex: source.slice(1, -1), isDisplay: false }
      : null;
  }

  private nextDollar(from: number): number {
    const next = /\\[^]|\$/g;
    next.lastIndex = from;
    for (let match = next.exec(this.text); match; match = next.exec(this.text)) {
      if (match[0] === '$') {
        return match.index;
      }
    }
    return -1;
  }

  private backslash(): IFormula | null {
    const opening = this.text.slice(this.at, this.at + 2);
    if (opening === '\\(' || opening === '\\[') {
      return this.until(opening, opening === '\\[');
    }
    return this.environment();
  }

  private until(opening: keyof typeof CLOSERS, isDisplay: boolean): IFormula | null {
    const closing = CLOSERS[opening];
    const end = this.find(closing, this.at + 2);
    const tex = this.text.slice(this.at + 2, end);
    if (end < 0 || tex.trim() === '' || tex.includes('`')) {
      return null;
    }
    return { start: this.at, end: end + 2, tex: this.withoutQuotes(tex), isDisplay };
  }

  /** `\begin{align}` … `\end{align}` at the start of a line needs no dollars. */
  private environment(): IFormula | null {
    const begin = /\\begin\{([a-zA-Z]{1,20}\*?)\}/y;
    begin.lastIndex = this.at;
    const opening = begin.exec(this.text);
    if (opening === null || this.linePrefix().trim().replace(/^>+/, '') !== '') {
      return null;
    }
    const closing = `\\end{${opening[1]}}`;
    const at = this.find(closing, this.at);
    if (at < 0) {
      return null;
    }
    const end = at + closing.length;
    const tex = this.withoutQuotes(this.text.slice(this.at, end));
    return { start: this.at, end, tex, isDisplay: true };
  }

  private find(closing: string, from: number): number {
    if (this.missing.has(closing)) {
      return -1;
    }
    const at = this.text.indexOf(closing, from);
    if (at < 0) {
      this.missing.add(closing);
    }
    return at;
  }

  private linePrefix(): string {
    return this.text.slice(this.text.lastIndexOf('\n', this.at - 1) + 1, this.at);
  }

  /** In a block quote the lines of a formula begin with the quote's sign. */
  private withoutQuotes(tex: string): string {
    return /^\s*>/.test(this.linePrefix())
      ? tex.replace(/\n[ \t]*(?:>[ \t]?)+/g, '\n')
      : tex;
  }
}
