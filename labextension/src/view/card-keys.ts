/** What a key asks of a card that waits. */
import type { CardMode } from './useCard';

export type CardRequest = 'approve' | 'edit' | 'deny' | 'open-reason' | 'back';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * @param isText whether the key would write something where the focus is
 * @returns null if the key is none of the card's
 */
export function requestOf(
  key: Key,
  mode: CardMode,
  isText: boolean
): CardRequest | null {
  if (key.ctrlKey || key.metaKey || key.altKey) {
    return null;
  }
  if (key.key === 'Enter' && key.shiftKey) {
    return mode === 'denying' && isText ? null : 'approve';
  }
  if (key.key === 'Enter' && isText && mode === 'denying') {
    return 'deny';
  }
  if (key.key === 'Escape') {
    return mode === 'reading' ? null : 'back';
  }
  if (isText || key.shiftKey) {
    return null;
  }
  switch (key.key.toLowerCase()) {
    case 'e':
      return 'edit';
    case 'd':
      return 'open-reason';
    default:
      return null;
  }
}

/** Whether a key would write something into what has the focus. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')
  );
}
