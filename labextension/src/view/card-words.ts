/** The words of a card that depend on what the person is about to do. */
import type { IStep, ReplyStatus } from '../model/blocks';
import { hides, HIDDEN_WORDS } from '../model/arguments';
import {
  cardFacts,
  cardTitle,
  changedArgs,
  phaseOf,
  type ICardPlace
} from '../model/cards';
import { callThatRuns, PYTHON } from '../model/steps';
import type { ToolCallPart } from '../wire';
import { visiblePieces } from '../model/visible';
import { withDraft, type Draft } from './draft';

export const UNDO = 'Undo my change';
export const SHOW_MODELS = 'Show what the model wrote';

const DECIDE_ELSEWHERE =
  'It can be decided where the notebook is connected to the kernel that asked.';
const OUT_OF_REACH = 'The kernel that asked is gone, so this call can’t run.';

/** Why a call that nobody has decided can't be decided here; empty if it was. */
export function reachWords(step: IStep, status: ReplyStatus): string {
  if (phaseOf(step) === 'pending') {
    return DECIDE_ELSEWHERE;
  }
  const isOpen = !step.decided && !step.result && step.state === 'not_run';
  return isOpen && status === 'interrupted' ? OUT_OF_REACH : '';
}

/** The step with what would run, or did: the person's change in it. */
export function shownStep(step: IStep, draft: Draft): IStep {
  return step.decided || step.sent
    ? { ...step, changed: changedArgs(step) }
    : withDraft(step, draft);
}

/** All that is said beside the call. */
export function factsOf(shown: IStep): string {
  const facts = cardFacts(shown);
  const hidden = hides(callThatRuns(shown)) ? [HIDDEN_WORDS] : [];
  return [...facts, ...hidden].join(' ');
}

/**
 * The longest that title and facts of a card get: they hold the room from the start, so
 * that no button moves.
 */
export function roomOf(
  step: IStep,
  place: ICardPlace
): { readonly title: string; readonly facts: string } {
  const asks: IStep = {
    ...step,
    state: 'waiting',
    decided: null,
    sent: null,
    changed: null
  };
  const change = step.call.tool === PYTHON ? 'You changed 00 lines.' : '';
  const facts = [factsOf(asks), change, UNDO].filter(Boolean).join(' ');
  return { title: cardTitle(asks, { ...place, isChanging: true }), facts };
}

/** `U+200B in line 2`: what shows nothing of itself in a text that is being changed. */
export function hiddenIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line, number) => {
    const names = visiblePieces(line).filter(({ isMark }) => isMark);
    return names.map(mark => `${mark.text} in line ${number + 1}`);
  });
}

/** What the field for a change is called. */
export function fieldLabel({ tool }: ToolCallPart): string {
  return tool === PYTHON ? 'Code that will run' : `Arguments of ${tool} as JSON`;
}
