import type { ReplyRecord, RunEvent } from '../wire';
import { Transcript } from './transcript';

/** What the person asked for can't be done. */
export interface IRefused {
  readonly message: string;
  /** What the person had written, so that it is not lost. */
  readonly text?: string;
}

/** Replies in order, as a view follows them. */
export interface IConversation {
  readonly transcripts: readonly Transcript[];
  /** What was refused last; null after something else was asked. */
  readonly refusal: IRefused | null;
  /** Told of new replies and refusals; each transcript tells of its own events. */
  subscribe(listener: () => void): () => void;
  readonly version: number;
}

/** The replies of a cell (one) or a panel (many). */
export class Conversation implements IConversation {
  /** @param now a clock that only goes forward, in ms */
  constructor(now?: () => number) {
    this._now = now;
  }

  get transcripts(): readonly Transcript[] {
    return this._transcripts;
  }

  get refusal(): IRefused | null {
    return this._refusal;
  }

  get version(): number {
    return this._version;
  }

  subscribe(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  /** One more reply, or one that is known as it is now. */
  begin(record: ReplyRecord): Transcript {
    const known = this.find(record.run_id);
    known?.restore(record);
    const transcript = known ?? new Transcript(record, this._now);
    if (!known) {
      this._transcripts = [...this._transcripts, transcript];
    }
    this._refusal = null;
    this._changed();
    return transcript;
  }

  /** All replies as they are now; those that are known keep their transcript. */
  restore(records: readonly ReplyRecord[]): void {
    this._transcripts = records.map(record => {
      const known = this.find(record.run_id);
      known?.restore(record);
      return known ?? new Transcript(record, this._now);
    });
    this._changed();
  }

  /** More of a reply, of the last one if none is named. */
  append(runId: string | null, events: readonly RunEvent[]): void {
    const transcript = runId === null ? this._transcripts.at(-1) : this.find(runId);
    transcript?.append(events);
  }

  /** Something that was asked for can't be done: a reply says it, or all of them. */
  refuse(refusal: IRefused): void {
    const { message } = refusal;
    const told = this._transcripts.filter(transcript => transcript.refuse(message));
    if (told.length === 0) {
      this._refusal = refusal;
      this._changed();
    }
  }

  /** The person has read the refusal. */
  dismissRefusal(): void {
    if (this._refusal) {
      this._refusal = null;
      this._changed();
    }
  }

  find(runId: string): Transcript | undefined {
    return this._transcripts.find(transcript => transcript.runId === runId);
  }

  private _changed(): void {
    this._version += 1;
    this._listeners.forEach(listener => listener());
  }

  private readonly _now: (() => number) | undefined;
  private readonly _listeners = new Set<() => void>();
  private _transcripts: readonly Transcript[] = [];
  private _refusal: IRefused | null = null;
  private _version = 0;
}
