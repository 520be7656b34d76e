/** Keys pressed in a reply are for the reply, not for the notebook around it. */

const SUPPRESS = 'data-lm-suppress-shortcuts';

/**
 * What each element that takes the focus carries: on an ancestor it has no effect, and
 * stopping the event comes too late where the shortcuts listen while it is captured.
 */
export const SUPPRESSED = { [SUPPRESS]: 'true' } as const;

/** Keep the keys of a reply from whatever is around `node`, all but saving. */
export function guardKeys(node: HTMLElement): () => void {
  node.addEventListener('focusin', mark);
  node.addEventListener('keydown', keep);
  return () => {
    node.removeEventListener('focusin', mark);
    node.removeEventListener('keydown', keep);
  };
}

/** Whether Ctrl or Cmd is held, and nothing else. */
export function isAccel(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
}

/** Links of an answer are made by others; they get what ours have. */
function mark({ target }: FocusEvent): void {
  (target as Element).setAttribute(SUPPRESS, 'true');
}

function keep(event: KeyboardEvent): void {
  if (isSave(event) && !isTakenAround(event)) {
    return; // whoever else saves may hear it
  }
  event.stopPropagation();
}

function isSave(event: KeyboardEvent): boolean {
  return isAccel(event) && event.key.toLowerCase() === 's';
}

/** Say it again where it is not suppressed; whether somebody does something about it. */
function isTakenAround(event: KeyboardEvent): boolean {
  const again = new KeyboardEvent(event.type, event);
  (event.currentTarget as HTMLElement).parentElement?.dispatchEvent(again);
  if (again.defaultPrevented) {
    event.preventDefault();
  }
  return again.defaultPrevented;
}
