/** Characters that must not reach the page as they are, and how they are shown. */

/**
 * Noncharacters are reserved for use inside a program and never valid in text, so they
 * can mark places in it. They survive a Markdown parser and an HTML parser.
 */
export const OPEN = '\uFDD0';
export const CLOSE = '\uFDD1';
export const LESS_THAN = '\uFDD2';
/** Keeps signs apart that would mean something together. */
export const BREAK = '\uFDD3';

const ESC = '\u001b';

/** A terminal's control sequence: CSI, OSC and its kin with their end, or one letter. */
const ESCAPE_SEQUENCE = new RegExp(
  [
    `${ESC}\\[[0-?]*[ -/]*[@-~]`,
    `${ESC}[\\]PX^_][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)`,
    `${ESC}[ -/]*[0-Zc-~\\\\]`
  ].join('|'),
  'g'
);
/** The same, not yet ended, at the end of a text that still grows. */
const UNFINISHED = new RegExp(
  `(?:${ESC}(?:\\[[0-?]*[ -/]*|[\\]PX^_][^\\u0007${ESC}]{0,256}${ESC}?|[ -/]*)?|\\r|[\\uD800-\\uDBFF])$`
);
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\uFDD0-\uFDEF\uFFFE\uFFFF]/g;
const LONE_SURROGATES =
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const HIDDEN =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E01EF}]/gu;

/**
 * Text without a terminal's escapes; other control characters become the pictures of
 * themselves, halves of characters the replacement character.
 */
export function clean(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ESCAPE_SEQUENCE, '')
    .replace(CONTROLS, picture)
    .replace(LONE_SURROGATES, '\uFFFD');
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) {
    return String.fromCharCode(0x2400 + code);
  }
  return code === 0x7f ? '\u2421' : '\uFFFD';
}

/** How much of a growing text may be cleaned now: what may go on is left for later. */
export function cleanableLength(text: string): number {
  const from = Math.max(0, text.length - 300);
  const rest = UNFINISHED.exec(text.slice(from));
  return rest ? from + rest.index : text.length;
}

/** Whether a text can change the direction of what is around it. */
export function changesDirection(text: string): boolean {
  return BIDI.test(text);
}

/** The text cut at invisible characters; those are named, such as `U+202E`. */
export function namedHidden(text: string): { text: string; isHidden: boolean }[] {
  const pieces: { text: string; isHidden: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) {
      pieces.push({ text: text.slice(end, match.index), isHidden: false });
    }
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase();
    pieces.push({ text: `U+${code.padStart(4, '0')}`, isHidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    pieces.push({ text: text.slice(end), isHidden: false });
  }
  return pieces;
}
