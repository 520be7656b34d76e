/** Where the focus goes when a card has been decided. */

/** The next card of the same reply that waits; null if there is none. */
export function nextCard(card: Element): HTMLElement | null {
  const reply = card.closest('.jp-Assistant-reply');
  const waiting = reply?.querySelectorAll<HTMLElement>(
    '.jp-Assistant-card.jp-mod-pending'
  );
  const others = [...(waiting ?? [])].filter(other => other !== card);
  const isAfter = (other: Element): boolean =>
    Boolean(card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  return others.find(isAfter) ?? others.at(0) ?? null;
}

/** Focus without moving what may be under the pointer. */
export function focusInPlace(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
