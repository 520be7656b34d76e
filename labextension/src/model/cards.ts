/** The words of a card: what waits for the person, and what became of it. */
import type { Effect } from '../wire';
import type { IStep } from './blocks';
import { changedLines } from './changes';
import {
  callThatRuns,
  clockTime,
  duration,
  linesOf,
  PYTHON,
  pythonOf,
  reasonOf,
  wholeSeconds,
  wording,
  type IWording
} from './steps';

/**
 * - pending: the person is asked; sent: their answer is on its way
 * - queued: allowed, and waits for the kernel
 */
export type CardPhase =
  'writing' | 'pending' | 'sent' | 'queued' | 'running' | 'done' | 'failed' | 'not_run';

export function phaseOf({ state, decided, sent }: IStep): CardPhase {
  if (state !== 'waiting') {
    return state;
  }
  if (decided) {
    return decided.answer === 'deny' ? 'not_run' : 'queued';
  }
  return sent ? 'sent' : 'pending';
}

/** `Runs code`: what a call can do, whatever it is. */
export function badgeWords(effect: Effect): string {
  switch (effect) {
    case 'read':
      return 'Reads';
    case 'write':
      return 'Changes a file';
    case 'execute':
      return 'Runs code';
    case 'external':
      return 'Acts outside Jupyter';
  }
}

/** What a title depends on beside its step. */
export interface ICardPlace {
  /** Where code would run, such as `sales.ipynb`. */
  readonly notebook?: string;
  /** The person is changing the arguments. */
  readonly isChanging?: boolean;
}

/** `Run this Python in sales.ipynb?`, `Ran this Python in sales.ipynb`. */
export function cardTitle(step: IStep, place: ICardPlace = {}): string {
  const phase = phaseOf(step);
  const mark = phase === 'pending' ? '?' : '';
  if (step.call.tool === PYTHON) {
    const isChanged = place.isChanging === true || changedArgs(step) !== null;
    const code = isChanged ? 'your changed Python' : 'this Python';
    const where = place.notebook ? ` in ${place.notebook}` : '';
    return `${verb(phase, RUN)} ${code}${where}${mark}`;
  }
  const call = wording(callThatRuns(step));
  return [verb(phase, call), call.target].filter(Boolean).join(' ') + mark;
}

type Verb = Pick<IWording, 'doing' | 'done' | 'toDo'>;

const RUN: Verb = { doing: 'Running', done: 'Ran', toDo: 'run' };

function verb(phase: CardPhase, { doing, done, toDo }: Verb): string {
  switch (phase) {
    case 'writing':
    case 'running':
      return doing;
    case 'pending':
    case 'sent':
    case 'queued':
      return toDo.charAt(0).toUpperCase() + toDo.slice(1);
    case 'done':
    case 'failed':
      return done;
    case 'not_run':
      return `Did not ${toDo}`;
  }
}

/** The arguments that the person put in place of the model's, also on their way. */
export function changedArgs({ changed, sent }: IStep): string | null {
  return changed ?? sent?.edited_args ?? null;
}

/** What to know beside the call: how far it reaches, how long it is, what changed. */
export function cardFacts(step: IStep): readonly string[] {
  const changed = changedArgs(step);
  const call = changed === null ? step.call : { ...step.call, args: changed };
  const isPython = step.call.tool === PYTHON;
  const asks = phaseOf(step) === 'pending';
  return [
    placeOf(step.pending?.source ?? ''),
    asks ? reachOf(step) : '',
    asks && isPython ? `${linesOf(pythonOf(call))}.` : '',
    isPython && changed !== null ? `You changed ${changedLines(step.call, call)}.` : ''
  ].filter(Boolean);
}

/** Where a tool comes from, if not from the kernel whose notebook the title names. */
function placeOf(source: string): string {
  switch (source) {
    case '':
    case 'kernel':
      return '';
    case 'server':
      return 'On the server.';
    default:
      return `By ${source}.`;
  }
}

function reachOf({ effect }: IStep): string {
  switch (effect) {
    case 'execute':
      return 'Can do whatever this kernel can: variables, files, network.';
    case 'external':
      return "What it did can't be taken back from here.";
    default:
      return '';
  }
}

/** What is left of the buttons: who decided, and what became of it. */
export interface ICardRecord {
  readonly words: string;
  /** `1 output below`; empty if there is none. */
  readonly outputs: string;
}

/** @param now the present moment by the clock of the transcript, in ms */
export function cardRecord(step: IStep, now: number): ICardRecord {
  const count = step.result?.outputs?.length ?? 0;
  const outputs = count ? `${count} output${count === 1 ? '' : 's'} below` : '';
  const words = [decisionWords(step), outcomeWords(step, now)]
    .filter(Boolean)
    .join(' ');
  return { words, outputs };
}

function decisionWords({ decided, sent, changed }: IStep): string {
  if (!decided) {
    const change = sent?.edited_args ? ' with your change' : '';
    return sent?.answer === 'approve' ? `Approved by you${change}.` : '';
  }
  if (decided.answer === 'deny') {
    return '';
  }
  switch (decided.by) {
    case 'person': {
      const change = changed === null ? '' : ' with your change';
      const rule = decided.remember ? ' and allowed in this conversation' : '';
      return `Approved by you at ${clockTime(decided.at)}${change}${rule}.`;
    }
    case 'settings':
      return 'Allowed in the settings.';
    case 'yes':
      return 'Allowed by `--yes`.';
    default:
      return 'Allowed in this conversation.';
  }
}

function outcomeWords(step: IStep, now: number): string {
  const took = duration(step.seconds ?? 0);
  switch (phaseOf(step)) {
    case 'writing':
    case 'pending':
      return '';
    case 'sent':
      return step.sent?.answer === 'deny' ? 'Denied by you.' : WAITS;
    case 'queued':
      return WAITS;
    case 'running':
      return step.runningSince === null
        ? 'Running.'
        : `Running ${soFar((now - step.runningSince) / 1000)}.`;
    case 'done':
      return `Ran in ${took}.`;
    case 'failed':
      return step.result ? `Failed after ${took}.` : 'The reply ended first.';
    case 'not_run':
      return notRunWords(step);
  }
}

/** A time that goes on, with tenths while they can be read. */
function soFar(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : wholeSeconds(seconds);
}

const WAITS = 'Waits for the kernel.';

function notRunWords(step: IStep): string {
  const { decided } = step;
  if (decided?.answer !== 'deny') {
    return `Not run: ${reasonOf(step)}.`;
  }
  if (decided.by === 'nobody') {
    return 'Not run: nobody was there to approve it. `--yes` allows it.';
  }
  const reason = decided.reason ? `: “${decided.reason}”` : '.';
  return `Denied by you at ${clockTime(decided.at)}${reason}`;
}

/** What the card asks for, to be said aloud: `run Python in sales.ipynb`. */
export function taskWords(step: IStep, notebook = ''): string {
  if (step.call.tool === PYTHON) {
    return notebook ? `run Python in ${notebook}` : 'run Python';
  }
  const { toDo, target } = wording(step.call);
  return [toDo, target].filter(Boolean).join(' ');
}
