/**
 * Takes out of Markdown what its parser must not see, and puts it back into the nodes
 * that the parser made: formulas, raw HTML (which is shown as text but for a few words),
 * and the languages of fences. Pure but for the nodes.
 */
import { CLOSE, BREAK, LESS_THAN, OPEN, clean } from './characters';
import { pieces } from './blocks';
import { findFormulas } from './formulas';

interface IKept {
  readonly source: string;
  /** A formula; else an element with its words. */
  readonly tex?: string;
  readonly isDisplay?: boolean;
  readonly tag?: string;
  readonly words?: string;
}

export interface IProtected {
  readonly markdown: string;
  readonly kept: readonly IKept[];
}

/** Elements without attributes that models write and Markdown has no sign for. */
const SIMPLE =
  /<(sub|sup|kbd|mark|u|b|i|s|small|ins|del|em|strong)>([^<>\n*_`[\]$\\|]*)<\/\1>|<br *\/?>/g;
const ADDRESS = /^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>/;
const FENCE_AT_MARGIN = /^ {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?:\n|$)/;
const FENCE_INFO =
  /^([ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*[ \t>]*(?:`{3,}|~{3,})[ \t]*)(?=[^\s`~])/gm;

export function protect(source: string): IProtected {
  const kept: IKept[] = [];
  const keep = (item: IKept): string => `${OPEN}${kept.push(item) - 1}${CLOSE}`;
  const parts = pieces(clean(source)).map(piece =>
    FENCE_AT_MARGIN.test(piece)
      ? piece
      : withoutTags(withoutFormulas(piece, keep), keep)
  );
  const markdown = parts
    .join('')
    .replace(/<(?=[A-Za-z/!?])/g, (sign, at: number, whole: string) =>
      ADDRESS.test(whole.slice(at, at + 2000)) ? sign : LESS_THAN
    )
    .replace(FENCE_INFO, `$1${BREAK}`);
  return { markdown, kept };
}

type Keep = (item: IKept) => string;

function withoutFormulas(piece: string, keep: Keep): string {
  let markdown = '';
  let end = 0;
  for (const formula of findFormulas(piece)) {
    const source = piece.slice(formula.start, formula.end);
    markdown += piece.slice(end, formula.start) + keep({ source, ...formula });
    end = formula.end;
  }
  return markdown + piece.slice(end);
}

function withoutTags(piece: string, keep: Keep): string {
  return withoutHalfLinks(piece).replace(
    SIMPLE,
    (source, tag: string | undefined, words: string) =>
      keep({ source, tag: tag ?? 'br', words: words ?? '' })
  );
}

/** A parser looks for the other half of each half link, up to the end of the text. */
function withoutHalfLinks(piece: string): string {
  let parts = '';
  let end = 0;
  for (let at = piece.indexOf(']('); at >= 0; at = piece.indexOf('](', at + 2)) {
    const next = /\)|\]\(/g;
    next.lastIndex = at + 2;
    if (next.exec(piece)?.[0] !== ')') {
      parts += `${piece.slice(end, at + 1)}${BREAK}`;
      end = at + 1;
    }
  }
  return parts + piece.slice(end);
}

const MARKS = new RegExp(`${OPEN}(\\d+)${CLOSE}|${LESS_THAN}|${BREAK}`, 'g');
const ENCODED = new RegExp(
  [OPEN, CLOSE, LESS_THAN, BREAK].map(mark => encodeURI(mark)).join('|'),
  'gi'
);

/** HTML of the parser without the marks that only kept it from seeing something. */
export function withoutBreaks(html: string): string {
  return html.replaceAll(BREAK, '').replaceAll(encodeURI(BREAK), '');
}

/** Put back what was taken out. Returns the formulas, each in a node of its own. */
export function restore(root: DocumentFragment, kept: readonly IKept[]): HTMLElement[] {
  const formulas: HTMLElement[] = [];
  const sourceOf = (text: string): string =>
    text
      .replace(ENCODED, mark => decodeURI(mark))
      .replace(MARKS, (mark, at?: string) => markSource(mark, at, kept));
  for (const element of root.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (/[\uFDD0-\uFDD3]|%EF%B7%9/i.test(attribute.value)) {
        attribute.value = sourceOf(attribute.value);
      }
    }
  }
  for (const text of textsOf(root)) {
    if (!/[\uFDD0-\uFDD3]/.test(text.data)) {
      continue;
    }
    if (text.parentElement?.closest('code, pre')) {
      text.data = sourceOf(text.data);
    } else {
      text.replaceWith(...restoredNodes(text, kept, formulas));
    }
  }
  return formulas;
}

function markSource(
  mark: string,
  at: string | undefined,
  kept: readonly IKept[]
): string {
  if (at === undefined) {
    return mark === LESS_THAN ? '<' : '';
  }
  return kept[Number(at)]?.source ?? '';
}

function restoredNodes(
  text: Text,
  kept: readonly IKept[],
  formulas: HTMLElement[]
): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let words = '';
  let end = 0;
  for (const match of text.data.matchAll(MARKS)) {
    words += text.data.slice(end, match.index);
    end = match.index + match[0].length;
    const item = match[1] === undefined ? undefined : kept[Number(match[1])];
    if (item === undefined) {
      words += markSource(match[0], undefined, kept);
      continue;
    }
    const element = elementOf(item, text.ownerDocument);
    if (item.tex !== undefined) {
      formulas.push(element);
    }
    nodes.push(words, element);
    words = '';
  }
  nodes.push(words + text.data.slice(end));
  return nodes.filter(node => node !== '');
}

function elementOf(item: IKept, page: Document): HTMLElement {
  if (item.tex === undefined) {
    const element = page.createElement(item.tag ?? 'span');
    element.textContent = item.words ?? '';
    return element;
  }
  const formula = page.createElement('span');
  formula.className = 'jp-Assistant-formula';
  formula.dataset.tex = item.tex;
  formula.dataset.display = String(item.isDisplay === true);
  formula.textContent = item.source;
  return formula;
}

export function textsOf(root: Node): Text[] {
  const page = root.ownerDocument ?? document;
  const walker = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    texts.push(walker.currentNode as Text);
  }
  return texts;
}
