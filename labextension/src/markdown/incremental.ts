/**
 * Markdown that grows: what is closed is rendered once and stays; only the open end is
 * rendered again, at most once a frame, never two at a time and rarer the longer it is.
 */
import type { IMarkdown } from '../view/ports';
import { BlockScanner } from './blocks';
import { PAGE_CLOCK } from './clock';
import type { IClock } from './clock';
import { GrowingCode, GrowingText, codeOf, fenceOf } from './code';
import type { IFenceText } from './code';
import { Definitions } from './definitions';
import { MAX_HIGHLIGHTED, plainWords } from './port';
import { renderTable } from './tables';
import { Tail, lastContainer } from './tail';

export interface ICodeBlock {
  readonly language: string;
  readonly text: string;
}

export interface IIncrementalOptions {
  /** Called once for each code block that is closed, when it is on the page. */
  readonly onCode?: (pre: HTMLPreElement, code: ICodeBlock) => void;
  readonly clock?: IClock;
}

interface IPart {
  readonly start: number;
  readonly end: number;
  /** The definitions of other parts that it was rendered with. */
  definitions: string;
  nodes: ChildNode[];
}

/** Closed text that is rendered at a time. */
const CHUNK_LENGTH = 4_000;
/** What can't be cut and is longer is shown plain: one render would freeze the page. */
export const MAX_RENDERED = 40_000;
/** After so long the page gets a frame. */
const MAX_WORK_MS = 12;
/** Code of a long fence that is laid out in a frame. */
const CODE_PER_FRAME = 64_000;

export class IncrementalMarkdown {
  readonly node = document.createElement('div');
  private wanted = { text: '', isComplete: false };
  private text = '';
  private isComplete = false;
  private scanner = new BlockScanner();
  /** Ends of pieces that are closed and not rendered yet. */
  private cuts: number[] = [];
  private definitions = new Definitions();
  private parts: IPart[] = [];
  private readonly tail = new Tail(MAX_RENDERED);
  private code: GrowingCode | null = null;
  /** The newest lines of a long open end, not rendered yet. */
  private plain: { node: HTMLElement; text: GrowingText } | null = null;
  private readonly caret = document.createElement('span');
  private readonly clock: IClock;
  private workStart = 0;
  private running: Promise<void> | null = null;
  private isDisposed = false;

  constructor(
    private readonly markdown: IMarkdown,
    private readonly options: IIncrementalOptions = {}
  ) {
    this.clock = options.clock ?? PAGE_CLOCK;
    this.node.className = 'jp-Assistant-words';
    this.caret.className = 'jp-Assistant-caret';
    this.caret.setAttribute('aria-hidden', 'true');
  }

  /** Show this text. It may go on until it is complete. */
  update(text: string, isComplete: boolean): void {
    this.wanted = { text, isComplete };
    if (!this.isDisposed) {
      this.running ??= this.run();
    }
  }

  /** Resolves when what was given is shown. */
  get settled(): Promise<void> {
    return this.running ?? Promise.resolve();
  }

  dispose(): void {
    this.isDisposed = true;
  }

  private async run(): Promise<void> {
    await Promise.resolve(); // several updates of one task are one
    try {
      while (!this.isDisposed && this.takeWanted()) {
        await this.renderWanted();
        await this.clock.frame();
      }
    } finally {
      this.running = null; // at once: an update that comes now must start it again
    }
  }

  private async renderWanted(): Promise<void> {
    this.workStart = this.clock.now();
    await this.closeParts();
    if (this.isComplete) {
      await this.renderNamed();
    } else {
      await this.showTail();
    }
  }

  /** Take the newest text; whether there is something to do. */
  private takeWanted(): boolean {
    const { text, isComplete } = this.wanted;
    if (text === this.text && isComplete === this.isComplete) {
      return !isComplete && this.isLate();
    }
    if (this.isComplete || !text.startsWith(this.text)) {
      this.startAnew();
    }
    this.text = text;
    this.isComplete = isComplete;
    this.cuts.push(...this.scanner.feed(text));
    if (isComplete && this.scanner.closedEnd < text.length) {
      this.cuts.push(text.length);
    }
    return true;
  }

  private startAnew(): void {
    this.scanner = new BlockScanner();
    this.definitions = new Definitions();
    this.cuts = [];
    this.parts = [];
    this.clearTail();
    this.node.replaceChildren();
  }

  private get doneEnd(): number {
    return this.parts.at(-1)?.end ?? 0;
  }

  private get rest(): string {
    return this.text.slice(this.doneEnd);
  }

  private async closeParts(): Promise<void> {
    while (this.cuts.length > 0) {
      const start = this.doneEnd;
      const end = this.nextEnd(start);
      const source = this.text.slice(start, end);
      this.definitions.take(source, start);
      const definitions = this.definitions.namedBy(source, start);
      const nodes = await this.closedNodes(source, definitions);
      if (this.isDisposed) {
        return;
      }
      this.clearTail();
      this.node.append(...nodes.filter(node => node.parentNode !== this.node));
      this.parts.push({ start, end, definitions, nodes });
      this.announceCode(nodes);
      await this.breathe();
    }
  }

  /** The end of the next part: one piece, or several small ones. */
  private nextEnd(start: number): number {
    let end = this.cuts.shift() ?? start;
    while (this.cuts.length > 0 && this.cuts[0] - start <= CHUNK_LENGTH) {
      end = this.cuts.shift() ?? end;
    }
    return end;
  }

  private async closedNodes(source: string, definitions: string): Promise<ChildNode[]> {
    const isShown = this.tail.source.trimEnd() === source.trimEnd();
    if (isShown && definitions === '') {
      const { nodes } = this.tail;
      this.tail.nodes = [];
      return nodes;
    }
    const fence = source.length > MAX_HIGHLIGHTED ? fenceOf(source) : null;
    if (fence !== null) {
      return this.longCode(fence);
    }
    return this.render(source, definitions);
  }

  /** Code that is too long to be highlighted is laid out over several frames. */
  private async longCode(fence: IFenceText): Promise<ChildNode[]> {
    const code = this.code ?? this.startCode(fence);
    this.caret.remove();
    while (!code.grow(fence.code, true, CODE_PER_FRAME) && !this.isDisposed) {
      await this.clock.frame();
    }
    this.code = null; // it stays
    return [code.node];
  }

  private startCode(fence: { language: string; indent: number }): GrowingCode {
    this.clearTail();
    this.code = new GrowingCode(fence.language, fence.indent);
    this.node.append(this.code.node);
    return this.code;
  }

  private async render(source: string, definitions = ''): Promise<ChildNode[]> {
    try {
      if (source.length > MAX_RENDERED) {
        return (
          (await renderTable(source, this.markdown, () => this.breathe())) ?? [
            plainWords(source)
          ]
        );
      }
      const rendered = await this.markdown.render(definitions + source);
      this.node.className = `jp-Assistant-words ${rendered.className}`;
      return [...rendered.childNodes];
    } catch {
      return [plainWords(source)]; // better plain than lost
    }
  }

  /** What was rendered before a definition that it names was there. */
  private async renderNamed(): Promise<void> {
    this.caret.remove();
    for (const part of this.parts) {
      const source = this.text.slice(part.start, part.end);
      const definitions = this.definitions.namedBy(source, part.start);
      if (definitions !== part.definitions) {
        const nodes = await this.render(source, definitions);
        if (this.isDisposed) {
          return;
        }
        const [first, ...others] = part.nodes;
        others.forEach(node => node.remove());
        first?.replaceWith(...nodes);
        part.nodes = nodes;
        part.definitions = definitions;
        this.announceCode(nodes);
        await this.breathe();
      }
    }
  }

  private async showTail(): Promise<void> {
    const fence = this.scanner.openFence;
    if (fence === null) {
      await this.renderTail();
      return;
    }
    // A fence opens a piece, so that nothing else is in the open end.
    const code = this.code ?? this.startCode(fence);
    const text = this.text.slice(fence.codeStart, this.scanner.codeEnd);
    code.grow(text, false, CODE_PER_FRAME);
    code.end.append(this.caret);
  }

  private async renderTail(): Promise<void> {
    const { rest } = this;
    // Of a long end whole lines are rendered, so that its plain rest starts with a line.
    const lines = this.tail.isLong(rest)
      ? rest.slice(0, rest.lastIndexOf('\n') + 1)
      : rest;
    const due = lines === '' ? rest : lines;
    if (this.tail.isDue(due, this.clock.now())) {
      const nodes = await this.render(due);
      if (this.isDisposed) {
        return;
      }
      this.tail.rendered(nodes, due, this.clock.now());
      this.plain?.node.remove();
      this.plain = null;
      this.node.append(...nodes);
    }
    if (this.tail.isLong(rest)) {
      this.showPlain(rest.slice(this.tail.source.length));
    }
    lastContainer(this.node).append(this.caret);
  }

  private showPlain(text: string): void {
    if (this.plain === null) {
      const node = document.createElement('div');
      node.className = 'jp-Assistant-plain';
      this.plain = { node, text: new GrowingText(node) };
      this.node.append(node);
    }
    this.plain.text.grow(text, false);
  }

  /** Whether the open end waits for its turn. */
  private isLate(): boolean {
    if (this.scanner.openFence !== null) {
      const { codeStart } = this.scanner.openFence;
      return (this.code?.length ?? 0) + 300 < this.scanner.codeEnd - codeStart;
    }
    return !this.tail.isLong(this.rest) && this.tail.source !== this.rest;
  }

  private clearTail(): void {
    this.tail.clear();
    this.code?.node.remove();
    this.code = null;
    this.plain?.node.remove();
    this.plain = null;
    this.caret.remove();
  }

  private announceCode(nodes: readonly ChildNode[]): void {
    const { onCode } = this.options;
    if (onCode === undefined) {
      return;
    }
    for (const node of nodes) {
      if (node instanceof HTMLPreElement) {
        onCode(node, codeOf(node));
      } else if (node instanceof HTMLElement) {
        node.querySelectorAll('pre').forEach(pre => onCode(pre, codeOf(pre)));
      }
    }
  }

  /** Give the page a frame if it had none for a while. */
  private async breathe(): Promise<void> {
    if (this.clock.now() - this.workStart > MAX_WORK_MS) {
      await this.clock.frame();
      this.workStart = this.clock.now();
    }
  }
}
