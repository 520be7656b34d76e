import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { focusInPlace } from './card-focus';
import { isTextField, requestOf, type CardRequest } from './card-keys';
import type { ICard } from './useCard';

export interface ICardKeys {
  readonly editRef: RefObject<HTMLButtonElement>;
  readonly denyRef: RefObject<HTMLButtonElement>;
  onKeyDown(event: KeyboardEvent): void;
}

/** The keys of a card that waits; while `isQuiet` none of them means anything. */
export function useCardKeys(card: ICard, isQuiet: () => boolean): ICardKeys {
  const editRef = useRef<HTMLButtonElement>(null);
  const denyRef = useRef<HTMLButtonElement>(null);

  const fulfil = (request: CardRequest): void => {
    switch (request) {
      case 'approve':
        card.approve();
        break;
      case 'edit':
        card.setMode(card.mode === 'editing' ? 'reading' : 'editing');
        break;
      case 'open-reason':
        card.setMode('denying');
        break;
      case 'deny':
        card.deny();
        break;
      case 'back':
        focusInPlace(card.mode === 'editing' ? editRef.current : denyRef.current);
        card.setMode('reading');
        break;
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const isText = isTextField(event.target);
    const request = event.nativeEvent.isComposing
      ? null // Enter and Escape are for the characters that are being put together
      : requestOf(event, card.mode, isText);
    const isPress = !isText && (event.key === 'Enter' || event.key === ' ');
    if ((request || isPress) && (isQuiet() || event.repeat)) {
      event.preventDefault();
    } else if (request) {
      event.preventDefault();
      fulfil(request);
    }
  };

  return { editRef, denyRef, onKeyDown };
}
