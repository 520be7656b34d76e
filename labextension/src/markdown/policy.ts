/**
 * What of a model's reply may be on the page: the trust of an untrusted output.
 *
 * Everything happens in an inert document, where no image loads and nothing runs; what
 * comes out may be put on the page.
 */
import createDOMPurify from 'dompurify';
import type { Config, DOMPurify } from 'dompurify';

const TAGS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'pre', 'code', 'br', 'a', 'img'],
  ...['em', 'strong', 'del', 'span', 'div', 'input']
];
const ATTRIBUTES = ['href', 'src', 'alt', 'align', 'class', 'start', 'type', 'checked'];
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, table, th, td, pre, div';

const WORDS: Config = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true
};
const CODE: Config = {
  ALLOWED_TAGS: ['span', 'code', 'pre'],
  ALLOWED_ATTR: ['class'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true
};

/** Deeper than this, elements are shown without their nesting: layout is recursive. */
const MAX_DEPTH = 100;
const MAX_IMAGE_LENGTH = 4_000_000;
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i;

let purifier: DOMPurify | undefined;

/** An instance of our own: hooks of others must not change it, nor ours theirs. */
function purify(html: string, config: Config): DocumentFragment {
  purifier ??= createDOMPurify(window);
  return purifier.sanitize(html, config) as unknown as DocumentFragment;
}

/** What a Markdown parser made, as nodes that are safe to show. */
export function safeWords(html: string): DocumentFragment {
  const fragment = purify(html, { ...WORDS, FORBID_CONTENTS: [] });
  flatten(fragment);
  fragment.querySelectorAll('img').forEach(replaceImage);
  fragment.querySelectorAll('a').forEach(disarmLink);
  fragment.querySelectorAll('input').forEach(replaceTick);
  fragment.querySelectorAll('[class]').forEach(keepLanguage);
  fragment.querySelectorAll(BLOCKS).forEach(block => block.setAttribute('dir', 'auto'));
  fragment.querySelectorAll('pre').forEach(pre => pre.setAttribute('dir', 'ltr'));
  return fragment;
}

/** Highlighted code: its text in `span`s with classes. */
export function safeCode(html: string): DocumentFragment {
  return purify(html, CODE);
}

/** Formulas are drawn by a library that we trust; what TeX could ask of it is taken out. */
export function disarmMaths(formula: Element): void {
  for (const element of [formula, ...formula.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes]) {
      if (/^(?:on|xlink:|href$|src|id$|name$|action)/i.test(name)) {
        element.removeAttribute(name);
      }
    }
  }
}

function flatten(fragment: DocumentFragment): void {
  const walk = (parent: ParentNode, depth: number): void => {
    for (const child of [...parent.children]) {
      if (depth >= MAX_DEPTH && child.childElementCount > 0) {
        child.replaceChildren(child.textContent ?? '');
      } else {
        walk(child, depth + 1);
      }
    }
  };
  walk(fragment, 0);
}

/** A remote image would tell its server that this was read, with what is in its address. */
function replaceImage(image: HTMLImageElement): void {
  const source = image.getAttribute('src') ?? '';
  if (RASTER.test(source) && source.length <= MAX_IMAGE_LENGTH) {
    return;
  }
  const words = image.getAttribute('alt') ?? '';
  const address = webAddress(source);
  if (address === null) {
    image.replaceWith(words);
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', source);
  link.setAttribute('class', 'jp-Assistant-remoteImage');
  link.textContent = words === '' ? address.host : `${words} (${address.host})`;
  const around = image.closest('a');
  if (around === null) {
    image.replaceWith(link);
  } else {
    image.replaceWith(link.textContent);
  }
}

/** Links open apart, and lead to the web or a mail only. */
function disarmLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  const address = webAddress(href);
  if (address === null) {
    const words = link.ownerDocument.createElement('span');
    words.className = 'jp-Assistant-deadLink';
    words.title = href;
    words.append(...link.childNodes);
    link.replaceWith(words);
    return;
  }
  link.setAttribute('href', address.href);
  // The real address, also of a link whose words are another one.
  link.setAttribute('title', address.href);
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer');
}

function webAddress(href: string): URL | null {
  let address;
  try {
    address = new URL(href);
  } catch {
    return null; // relative, or no address
  }
  return /^(?:https?|mailto):$/.test(address.protocol) ? address : null;
}

function replaceTick(input: HTMLInputElement): void {
  const isTick = input.getAttribute('type') === 'checkbox';
  input.replaceWith(isTick ? (input.hasAttribute('checked') ? '☑ ' : '☐ ') : '');
}

const OURS = /^jp-Assistant-(?:remoteImage|deadLink)$/;

function keepLanguage(element: Element): void {
  const name = element.className;
  const language = /(?:^|\s)(language-[\w+#.-]+)/.exec(name)?.[1];
  if (element.localName === 'code' && language !== undefined) {
    element.className = language;
  } else if (!OURS.test(name)) {
    element.removeAttribute('class');
  }
}
