/**
 * Where a growing Markdown text can be cut so that its pieces, rendered one by one, are
 * the same as the whole. Pure; each character is read once.
 *
 * A piece ends where nothing that is written later can change how it renders:
 * - before a line that stands at the margin after a blank line, unless it may go on a
 *   list (then numbering and looseness belong to the whole list);
 * - before the opening line of a fence at the margin, and after its closing line.
 * HTML and maths need no rule of their own: HTML is shown as text, and a formula ends at
 * a blank line (see `protect.ts`).
 */

/** A fence that is open at the end of the text. */
export interface IOpenFence {
  /** Where its opening line starts. */
  readonly start: number;
  /** Where its first line of code starts. */
  readonly codeStart: number;
  readonly language: string;
  /** Columns that are taken from each line of code. */
  readonly indent: number;
}

interface IFence extends IOpenFence {
  readonly mark: string;
  readonly length: number;
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const LIST_ITEM = /^( {0,3})([-+*]|\d{1,9}[.)])( {1,4}(?! )(?=\S)| |\t|$)/;
/** A heading or a rule: no paragraph goes on with it. */
const INTERRUPTS =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$)/;
/** The start of a line that may become an item once more of it is there. */
const MAY_BE_ITEM = /^(?:[-+*]|\d{1,9}[.)]?)$/;

export class BlockScanner {
  private text = '';
  private lineStart = 0;
  /** No line ends between `lineStart` and here. */
  private searchedTo = 0;
  private afterBlank = true;
  private fence: IFence | null = null;
  /** In a list: the column where the content of its last item starts. */
  private itemIndent = 0;
  private isList = false;
  /** The line above may be of a paragraph. */
  private isParagraph = false;
  /** The line above is no paragraph of an item: no line at the margin can go on with it. */
  private isUnlazy = false;
  private lastCut = 0;

  /** Take the text as it is now, longer than before; returns the new cuts. */
  feed(text: string): number[] {
    const cuts: number[] = [];
    this.text = text;
    for (;;) {
      const newline = text.indexOf('\n', Math.max(this.searchedTo, this.lineStart));
      if (newline < 0) {
        this.searchedTo = text.length;
        break;
      }
      this.takeLine(text.slice(this.lineStart, newline), newline + 1, cuts);
      this.lineStart = newline + 1;
    }
    this.takeStart(text.slice(this.lineStart, this.lineStart + 16), cuts);
    return cuts;
  }

  /** The fence the text ends in, if there is nothing else in the open piece. */
  get openFence(): IOpenFence | null {
    return this.fence;
  }

  /** The text up to here is closed. */
  get closedEnd(): number {
    return this.lastCut;
  }

  /** Where the code of an open fence ends that can't be its closing line. */
  get codeEnd(): number {
    const rest = this.text.slice(this.lineStart, this.lineStart + 200);
    const mark = this.fence?.mark ?? '';
    return rest
      .replace(/^ {0,3}/, '')
      .replaceAll(mark, '')
      .trim() === ''
      ? this.lineStart
      : this.text.length;
  }

  private takeLine(line: string, next: number, cuts: number[]): void {
    if (this.fence !== null) {
      this.takeFenceLine(line, next, cuts);
    } else if (line.trim() === '') {
      this.afterBlank = true;
      this.isParagraph = false;
    } else {
      this.takeProseLine(line, next, cuts);
      this.afterBlank = false;
    }
  }

  private takeFenceLine(line: string, next: number, cuts: number[]): void {
    // Parsers differ in what may follow the closing marks; this is marked's rule.
    const closing = /^ {0,3}(`{3,}|~{3,})[`~]* *\r?$/.exec(line)?.[1] ?? '';
    if (closing[0] === this.fence?.mark && closing.length >= this.fence.length) {
      this.fence = null;
      this.afterBlank = true;
      this.isParagraph = false;
      this.cut(next, cuts);
    }
  }

  private takeProseLine(line: string, next: number, cuts: number[]): void {
    const fence = FENCE.exec(line.replace(/\r$/, ''));
    if (fence !== null && !(this.isList && fence[1].length >= this.itemIndent)) {
      this.cut(this.lineStart, cuts);
      this.isList = false;
      this.fence = {
        start: this.lineStart,
        codeStart: next,
        language: languageOf(fence[3]),
        indent: fence[1].length,
        mark: fence[2][0],
        length: fence[2].length
      };
      return;
    }
    const item = this.itemOf(line);
    if (this.isList && item === null && this.endsList(line)) {
      this.isList = false;
    }
    if (this.afterBlank && /^[^ \t]/.test(line) && !(this.isList && item !== null)) {
      this.cut(this.lineStart, cuts);
      this.isList = false;
    }
    if (item !== null && (!this.isList || item[1].length < this.itemIndent)) {
      this.isList = true;
      this.itemIndent = item[0].length + (item[3] === '' ? 1 : 0);
    }
    this.isParagraph = !INTERRUPTS.test(line);
    this.isUnlazy =
      line.trim() === item?.[2] || /^\s*(?:`{3}|~{3}|#{1,6}\s)/.test(line);
  }

  /** In a paragraph only an item with words begins a list, and a number only at 1. */
  private itemOf(line: string): RegExpExecArray | null {
    const item = LIST_ITEM.exec(line);
    if (item === null || this.isList || !this.isParagraph) {
      return item;
    }
    return line.trim() === item[2] || /^[02-9]|^1\d/.test(item[2]) ? null : item;
  }

  /** Whether a line without a blank one above it can't be of the list. */
  private endsList(line: string): boolean {
    const indent = line.length - line.trimStart().length;
    return indent < this.itemIndent && (this.isUnlazy || INTERRUPTS.test(line));
  }

  /** A line that is not whole yet can already close what is above it. */
  private takeStart(start: string, cuts: number[]): void {
    const isClear = /^[^ \t\r]/.test(start) && !/^(?:`+|~+)/.test(start);
    if (this.fence !== null || !this.afterBlank || !isClear) {
      return;
    }
    const mayGoOn = LIST_ITEM.test(start) || MAY_BE_ITEM.test(start);
    if (!this.isList || !mayGoOn) {
      this.cut(this.lineStart, cuts);
      this.isList = false;
    }
  }

  private cut(at: number, cuts: number[]): void {
    if (at > this.lastCut) {
      this.lastCut = at;
      cuts.push(at);
    }
  }
}

/** The end of the text that is closed, counted from a place where it was closed. */
export function closedEnd(text: string, from: number): number {
  const scanner = new BlockScanner();
  scanner.feed(text.slice(from));
  return from + scanner.closedEnd;
}

/** The pieces of a whole text. */
export function pieces(text: string): string[] {
  const cuts = new BlockScanner().feed(text);
  return [0, ...cuts].map((from, at) => text.slice(from, cuts[at] ?? text.length));
}

/** The language of a fence by its info string: its first word, as far as it is plain. */
export function languageOf(info: string): string {
  return /^[\w+#.-]*/.exec(info.trim())?.[0].toLowerCase() ?? '';
}
