import { useState } from 'react';
import type { IStep } from '../model/blocks';
import { changedArgs, phaseOf } from '../model/cards';
import { SHOW_MODELS, UNDO } from './card-words';
import type { ICardLink } from './CardHead';
import { textToEdit } from './draft';
import type { ICard } from './useCard';

/** What the person can do about a change: take it back, later see what it replaced. */
export function useCardLink(
  step: IStep,
  card: ICard
): { link: ICardLink | null; isOpen: boolean } {
  const [isOpen, setOpen] = useState(false);
  if (phaseOf(step) === 'pending') {
    const isChanged = card.text !== textToEdit(step.call);
    const undo = { words: UNDO, onClick: () => card.setText(null) };
    return { link: isChanged ? undo : null, isOpen: false };
  }
  if (changedArgs(step) === null) {
    return { link: null, isOpen: false };
  }
  const toggle = { words: SHOW_MODELS, isOpen, onClick: () => setOpen(!isOpen) };
  return { link: toggle, isOpen };
}
