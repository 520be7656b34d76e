import { useState } from 'react';
import type { IStep } from '../model/blocks';
import type { Transcript } from '../model/transcript';
import type { Decision } from '../wire';
import { decisionFor, draftOf, textToEdit, type Draft } from './draft';

export type CardMode = 'reading' | 'editing' | 'denying';

/** What the person is about to say to a call that waits. */
export interface ICard {
  readonly mode: CardMode;
  setMode(mode: CardMode): void;
  /** The code or arguments as the person has them. */
  readonly text: string;
  /** null: as the model wrote it. */
  setText(text: string | null): void;
  readonly draft: Draft;
  readonly reason: string;
  setReason(reason: string): void;
  readonly remember: boolean;
  setRemember(remember: boolean): void;
  approve(): void;
  deny(): void;
}

export interface ICardOptions {
  readonly step: IStep;
  readonly transcript: Transcript;
  /** undefined if it can't be decided here and now. */
  readonly decide: ((decisions: readonly Decision[]) => void) | undefined;
  /** Told once, before the decision is on its way. */
  readonly onDecide: () => void;
}

/** The state of a card, and its one decision. */
export function useCard(options: ICardOptions): ICard {
  const { step, transcript, decide, onDecide } = options;
  const { call } = step;
  const [mode, setMode] = useState<CardMode>('reading');
  const [changed, setText] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [remember, setRemember] = useState(false);
  const text = changed ?? textToEdit(call);
  const draft = draftOf(call, text);

  const send = (answer: Omit<Decision, 'call_id' | 'args_digest'>): void => {
    const decision = decisionFor(step, answer);
    // The view may be a frame behind: what counts is what the transcript knows.
    const isOpen = transcript.waiting.some(({ id, sent }) => id === step.id && !sent);
    if (decide && decision && isOpen) {
      onDecide();
      setMode('reading');
      transcript.markSent(call.call_id, decision);
      decide([decision]);
    }
  };

  const approve = (): void => {
    if (draft.problem === null) {
      send({ answer: 'approve', edited_args: draft.args, remember });
    }
  };
  const deny = (): void => send({ answer: 'deny', reason: reason.trim() || null });

  return {
    mode: decide ? mode : 'reading',
    setMode,
    text,
    setText,
    draft,
    reason,
    setReason,
    remember,
    setRemember,
    approve,
    deny
  };
}
