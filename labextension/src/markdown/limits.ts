/** Texts that would keep a Markdown parser busy for the square of their length. Pure. */

/** Marks of emphasis that a parser may have to hold against each other. */
const MAX_EMPHASIS = 600;
/** Where the words before can't be emphasised together with those after. */
const NEW_WORDS = /^\s*(?:$|\||[-+*]\s|\d+[.)]\s|>|#)/;

/** Whether a text has to be shown as it is. No text that is meant to be read is so. */
export function isTooHard(text: string): boolean {
  let marks = 0;
  for (const line of text.split('\n')) {
    if (NEW_WORDS.test(line)) {
      marks = 0;
    }
    marks += line.match(/\*+|_+|~+/g)?.length ?? 0;
    if (marks > MAX_EMPHASIS) {
      return true;
    }
  }
  return false;
}
