/** Text as it must be shown where somebody decides on it: nothing in it hides. */

/**
 * Characters that show nothing of themselves or move others about: controls, formats,
 * surrogates, separators other than the plain blank, variation selectors, and letters
 * and symbols that look like nothing. Tabs and line ends stay.
 *
 * Source: trojansource.codes, and Unicode Technical Standard 55 on source code.
 */
const HIDDEN =
  /(?![ \t\n])[\p{C}\p{Z}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A piece of text, or the name of a character that would not be seen. */
export interface IPiece {
  readonly text: string;
  readonly isMark: boolean;
}

/** The text with hidden characters as `[U+200B]`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, char => `[${nameOf(char)}]`);
}

/** The same in pieces, with `U+200B` as pieces of their own. */
export function visiblePieces(text: string): readonly IPiece[] {
  const pieces: IPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) {
      pieces.push({ text: text.slice(end, match.index), isMark: false });
    }
    pieces.push({ text: nameOf(match[0]), isMark: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    pieces.push({ text: text.slice(end), isMark: false });
  }
  return pieces;
}

/** Whether anything in the text hides. */
export function hidesSomething(text: string): boolean {
  return text.search(HIDDEN) >= 0;
}

function nameOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
