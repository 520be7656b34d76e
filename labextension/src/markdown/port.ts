/**
 * The steps from Markdown to nodes that all implementations share; they differ in who
 * parses, who typesets formulas and who highlights code.
 */
import type { IMarkdown } from '../view/ports';
import { changesDirection, clean, namedHidden } from './characters';
import { isTooHard } from './limits';
import { safeWords } from './policy';
import { protect, restore, textsOf, withoutBreaks } from './protect';

export interface IDialect {
  /** The classes of the node that holds rendered Markdown. */
  readonly className: string;
  /** Markdown to HTML. What it makes is not trusted. */
  parse(markdown: string): string | Promise<string>;
  /** Typeset TeX into nodes that hold its source; they are not on the page. */
  typeset(formulas: readonly IFormulaNode[]): void | Promise<void>;
  /** Code with its words in `span`s, safe to show; null if it can't. */
  highlight(
    code: string,
    language: string
  ): DocumentFragment | null | Promise<DocumentFragment | null>;
}

export interface IFormulaNode {
  readonly node: HTMLElement;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Longer code is shown plain: colours would cost more than they tell. */
export const MAX_HIGHLIGHTED = 50_000;
/** The steps for a longer text are tasks of their own, so that the page can answer. */
const MAX_AT_ONCE = 4_000;
const FORMULAS_AT_ONCE = 20;
const MAX_TEX = 10_000;
/** TeX that reaches out of its formula, or keeps something for the next one. */
const FORBIDDEN_TEX =
  /\\(?:href|url|html\w*|includegraphics|class|cssId|style|data|bbox|mmlToken|require|[egx]?def|let|(?:re)?new(?:command|environment)|providecommand|csname|DeclareMathOperator|global)(?![a-zA-Z])/;

export class MarkdownPort implements IMarkdown {
  constructor(private readonly dialect: IDialect) {}

  async render(markdown: string): Promise<HTMLElement> {
    const node = document.createElement('div');
    node.className = this.dialect.className;
    node.append(
      isTooHard(markdown) ? plainWords(markdown) : await this.nodes(markdown)
    );
    return node;
  }

  private async nodes(markdown: string): Promise<DocumentFragment> {
    const isLong = markdown.length > MAX_AT_ONCE;
    const { markdown: plain, kept } = protect(markdown);
    const html = withoutBreaks(await this.dialect.parse(plain));
    await (isLong && nextTask());
    const fragment = safeWords(html);
    await (isLong && nextTask());
    const formulas = restore(fragment, kept);
    for (const code of fragment.querySelectorAll<HTMLElement>('pre > code')) {
      await this.highlightInto(code);
    }
    fragment.querySelectorAll('code').forEach(nameHidden);
    isolateDirections(fragment);
    await this.typeset(formulas.map(readFormula).filter(isTypeset));
    return fragment;
  }

  async highlight(code: string, language: string): Promise<DocumentFragment> {
    const colours = await this.highlighted(code, language.toLowerCase());
    const fragment = document.createDocumentFragment();
    fragment.append(colours ?? code);
    nameHidden(fragment);
    return fragment;
  }

  private async typeset(formulas: readonly IFormulaNode[]): Promise<void> {
    for (let from = 0; from < formulas.length; from += FORMULAS_AT_ONCE) {
      await (from > 0 && nextTask());
      await this.dialect.typeset(formulas.slice(from, from + FORMULAS_AT_ONCE));
    }
  }

  private async highlightInto(code: HTMLElement): Promise<void> {
    const language = /^language-(.+)$/.exec(code.className)?.[1] ?? '';
    const text = code.textContent ?? '';
    const fragment = await this.highlighted(text, language.toLowerCase());
    if (fragment !== null) {
      code.replaceChildren(fragment);
    }
  }

  /** Colours of the very same text, or none. */
  private async highlighted(
    code: string,
    language: string
  ): Promise<DocumentFragment | null> {
    if (language === '' || code.length > MAX_HIGHLIGHTED) {
      return null;
    }
    const fragment = await this.dialect.highlight(code, language);
    return fragment?.textContent === code ? fragment : null;
  }
}

function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}

/** Markdown as it is written. */
export function plainWords(markdown: string): HTMLElement {
  const node = document.createElement('div');
  node.className = 'jp-Assistant-plain';
  node.dir = 'auto';
  node.textContent = clean(markdown);
  return node;
}

function readFormula(node: HTMLElement): IFormulaNode {
  const { tex = '', display } = node.dataset;
  return { node, tex, isDisplay: display === 'true' };
}

function isTypeset({ tex }: IFormulaNode): boolean {
  return tex.length <= MAX_TEX && !FORBIDDEN_TEX.test(tex);
}

/** In code what can't be seen is named: it is part of what would run. */
function nameHidden(code: ParentNode & Node): void {
  for (const text of textsOf(code)) {
    const named = namedHidden(text.data);
    if (named.some(piece => piece.isHidden)) {
      text.replaceWith(...named.map(piece => nodeOf(piece, text.ownerDocument)));
    }
  }
}

function nodeOf(
  piece: { text: string; isHidden: boolean },
  page: Document
): Node | string {
  if (!piece.isHidden) {
    return piece.text;
  }
  const name = page.createElement('span');
  name.className = 'jp-Assistant-invisible';
  name.textContent = piece.text;
  return name;
}

/** In prose a change of direction ends with the words that hold it. */
function isolateDirections(root: DocumentFragment): void {
  for (const text of textsOf(root)) {
    if (changesDirection(text.data)) {
      const apart = text.ownerDocument.createElement('bdi');
      text.replaceWith(apart);
      apart.append(text);
    }
  }
}
