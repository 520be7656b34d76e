/** The canary suite: what a reply may hold, and what must not come of it. */

export interface ICanary {
  readonly name: string;
  /** What must not happen, in words. */
  readonly never: string;
  /** What must still be shown. */
  readonly shows: readonly string[];
  /** The Markdown file beside `canaries.json` … */
  readonly file?: string;
  /** … or how a long text is made. */
  readonly made?: { before: string; repeat: string; times: number; after: string };
}

export function textOf(canary: ICanary, read: (file: string) => string): string {
  const { file, made } = canary;
  return made === undefined
    ? read(file ?? '')
    : made.before + made.repeat.repeat(made.times) + made.after;
}

const ELEMENTS =
  'script, style, link, meta, base, iframe, frame, object, embed, form, input, button, ' +
  'select, textarea, svg, video, audio, source, picture, template, dialog, area';
const ATTRIBUTES =
  /^(?:on.*|id|name|srcset|action|formaction|background|poster|ping|srcdoc|xlink:.*)$/;
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp);base64,/;

/** Everything in rendered nodes that the policy forbids; empty if it holds. */
export function violations(root: HTMLElement): string[] {
  const found = [...root.querySelectorAll(ELEMENTS)].map(element => element.outerHTML);
  for (const element of root.querySelectorAll('*')) {
    const isFormula = element.closest('.jp-Assistant-formula') !== null;
    for (const { name, value } of element.attributes) {
      if (ATTRIBUTES.test(name) || (name === 'style' && !isFormula)) {
        found.push(`${element.localName} ${name}="${value}"`);
      }
    }
    found.push(...wrongAddresses(element));
  }
  const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\uFDD0-\uFDEF]/.exec(
    root.textContent ?? ''
  );
  return raw === null ? found : [...found, `U+${raw[0].charCodeAt(0).toString(16)}`];
}

function wrongAddresses(element: Element): string[] {
  const wrong: string[] = [];
  const source = element.getAttribute('src');
  if (source !== null && !(element.localName === 'img' && RASTER.test(source))) {
    wrong.push(`src="${source}"`);
  }
  const href = element.getAttribute('href');
  const isApart =
    element.getAttribute('target') === '_blank' &&
    element.getAttribute('rel') === 'noopener noreferrer';
  if (href !== null && !(/^(?:https?:\/\/|mailto:)/.test(href) && isApart)) {
    wrong.push(element.outerHTML);
  }
  return wrong;
}
