/** Code blocks on the page: one that still grows, and the text of one that is there. */
import { languageOf } from './blocks';
import { clean, cleanableLength, namedHidden } from './characters';

/** Lines that are laid out together: layout of a long text starts over at each word. */
const CHUNK_LENGTH = 16_000;

/** Text that grows as it is: nothing is parsed again. */
export class GrowingText {
  private chunk: HTMLElement;
  private chunkLength = 0;
  private taken = 0;

  constructor(
    private readonly host: HTMLElement,
    /** Columns that are taken from each line. */
    private readonly indent = 0
  ) {
    this.chunk = host;
  }

  /** Where the next text is appended, so that a caret stands right after it. */
  get end(): HTMLElement {
    return this.chunk;
  }

  get length(): number {
    return this.taken;
  }

  /** Show the text up to here, at most `budget` characters more; whether that is all. */
  grow(text: string, isComplete: boolean, budget = Infinity): boolean {
    const rest = text.slice(this.taken, this.taken + budget);
    const isAll = this.taken + rest.length >= text.length;
    const length = isComplete && isAll ? rest.length : cleanableLength(rest);
    for (let from = 0; from < length; from += CHUNK_LENGTH) {
      this.append(rest.slice(from, Math.min(length, from + CHUNK_LENGTH)));
    }
    this.taken += length;
    return isAll;
  }

  private append(raw: string): void {
    const text = this.withoutIndent(clean(raw));
    if (this.chunkLength > CHUNK_LENGTH) {
      const line = text.indexOf('\n') + 1;
      this.write(text.slice(0, line));
      if (line > 0) {
        this.startChunk();
      }
      this.write(text.slice(line));
    } else {
      this.write(text);
    }
  }

  private startChunk(): void {
    if (this.chunk === this.host) {
      const first = document.createElement('span');
      first.className = 'jp-Assistant-lines';
      first.append(...this.host.childNodes);
      this.host.append(first);
    }
    this.chunk = document.createElement('span');
    this.chunk.className = 'jp-Assistant-lines';
    this.chunkLength = 0;
    this.host.append(this.chunk);
  }

  private write(text: string): void {
    this.chunkLength += text.length;
    for (const piece of namedHidden(text)) {
      const last = this.chunk.lastChild;
      if (piece.isHidden) {
        const name = document.createElement('span');
        name.className = 'jp-Assistant-invisible';
        name.textContent = piece.text;
        this.chunk.append(name);
      } else if (last instanceof Text) {
        last.appendData(piece.text);
      } else {
        this.chunk.append(piece.text);
      }
    }
  }

  private withoutIndent(text: string): string {
    return this.indent === 0
      ? text
      : text.replace(new RegExp(`^ {1,${this.indent}}`, 'gm'), '');
  }
}

/** A fence that is still open. */
export class GrowingCode extends GrowingText {
  readonly node = document.createElement('pre');

  constructor(language: string, indent: number) {
    const code = document.createElement('code');
    super(code, indent);
    this.node.dir = 'ltr';
    this.node.append(code);
    if (language !== '') {
      code.className = `language-${language}`;
    }
  }
}

/** The code of a block as the model wrote it, invisible characters included. */
export function codeOf(pre: HTMLElement): { language: string; text: string } {
  const copy = pre.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('.jp-Assistant-invisible')) {
    const code = parseInt((hidden.textContent ?? '').slice(2), 16);
    hidden.replaceWith(String.fromCodePoint(code));
  }
  const name = copy.querySelector('code')?.className ?? '';
  return {
    language: /language-(\S+)/.exec(name)?.[1] ?? '',
    text: (copy.textContent ?? '').replace(/\n$/, '')
  };
}

export interface IFenceText {
  readonly language: string;
  readonly indent: number;
  readonly code: string;
}

/** The code of a text that is one fence at the margin; null if it is something else. */
export function fenceOf(source: string): IFenceText | null {
  const opening = /^( {0,3})(`{3,}|~{3,})(.*)(?:\n|$)/.exec(source);
  if (opening === null) {
    return null;
  }
  const [line, indent, , info] = opening;
  const code = source.slice(line.length);
  const last = code.trimEnd().lastIndexOf('\n') + 1;
  const closes = /^ {0,3}(?:`{3,}|~{3,})[ \t\r]*$/.test(code.slice(last).trimEnd());
  return {
    language: languageOf(info),
    indent: indent.length,
    code: closes ? code.slice(0, last) : code
  };
}
