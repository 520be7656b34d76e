/** What a reply is made of, as the view draws it. Pure values. */
import type {
  CallDecided,
  CitationPart,
  Decision,
  Effect,
  PendingCall,
  ToolCallPart,
  ToolResultPart
} from '../wire';

/** Markdown of the model. */
export interface IWords {
  readonly kind: 'words';
  readonly id: string;
  readonly text: string;
  /** Whether nothing more will be added to it. */
  readonly isComplete: boolean;
}

/** What the model thought, shown apart. */
export interface IThinking {
  readonly kind: 'thinking';
  readonly id: string;
  readonly text: string;
  /** null while it goes on; undefined where nobody measured it. */
  readonly seconds: number | null | undefined;
  /** When it began, by the clock of the transcript; null where nobody saw it. */
  readonly since: number | null;
}

export type StepState =
  'writing' | 'waiting' | 'running' | 'done' | 'failed' | 'not_run';

/** A call and what became of it. */
export interface IStep {
  readonly kind: 'step';
  readonly id: string;
  /** As the model wrote it. */
  readonly call: ToolCallPart;
  /** JSON of the arguments that run in place of the model's: the person's change. */
  readonly changed: string | null;
  readonly effect: Effect;
  readonly state: StepState;
  /** What waits for the person, with the digest of what is shown. */
  readonly pending: PendingCall | null;
  /** What was decided here and is not confirmed yet. */
  readonly sent: Decision | null;
  readonly decided: CallDecided | null;
  readonly result: ToolResultPart | null;
  /** How long it ran. */
  readonly seconds: number | null;
  /** When it began to run, by the clock of the transcript; null where nobody saw it. */
  readonly runningSince: number | null;
}

/** A card of ours. `title`, `body` are plain words with code in backticks. */
export interface INotice {
  readonly kind: 'notice';
  readonly id: string;
  readonly sign: 'info' | 'fallback' | 'retry' | 'warning' | 'error' | 'stopped';
  readonly title: string;
  readonly body: string;
  /** Somebody else's words; they come between title and body. */
  readonly quote: string;
}

/** Where an answer says it comes from. */
export interface ISource {
  readonly kind: 'source';
  readonly id: string;
  readonly citation: CitationPart;
}

export type Block = IWords | IThinking | IStep | INotice | ISource;

export type ReplyStatus =
  | 'starting' // no word yet
  | 'thinking'
  | 'writing'
  | 'running'
  | 'pending'
  | 'done'
  | 'stopped'
  | 'limited'
  | 'failed'
  | 'interrupted'; // nobody goes on with it, and it has no end
