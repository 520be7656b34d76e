import type { Decision, ReplyRecord, RunEvent, Selection, Usage } from '../wire';
import type { Block, IStep, ReplyStatus } from './blocks';
import { ended } from './endings';
import { isEqual } from './equal';
import { Fold } from './fold';

/**
 * A reply as somebody sees it: a fold of the events of its run, saved or live.
 *
 * Blocks are immutable and change identity exactly when they change. `subscribe` and
 * `version` fit React's `useSyncExternalStore`.
 */
export class Transcript {
  /**
   * @param record the reply as it is so far
   * @param now a clock that only goes forward, in ms
   */
  constructor(record: ReplyRecord, now: () => number = () => performance.now()) {
    this.now = now;
    this._record = record;
    this._fold = this._replay();
    this._anchor();
  }

  /** The clock by which blocks tell when something began. */
  readonly now: () => number;

  get runId(): string {
    return this._record.run_id;
  }

  /** `connection/model`, as it was asked for. */
  get model(): string {
    return this._record.model;
  }

  /** The person's words, where the place of the reply does not show them. */
  get question(): string {
    return this._record.question ?? '';
  }

  /** What went along from the notebook. */
  get sent(): readonly Selection[] {
    return this._record.sent ?? [];
  }

  get blocks(): readonly Block[] {
    if (this._blocksVersion !== this._version) {
      this._blocksVersion = this._version;
      const { blocks } = this._fold;
      this._blocks = this._isInterrupted ? blocks.map(ended) : [...blocks];
    }
    return this._blocks;
  }

  get status(): ReplyStatus {
    const { ending, isPaused, lastOpen } = this._fold;
    if (ending ?? this._isInterrupted) {
      return ending ?? 'interrupted';
    }
    if (isPaused && this.waiting.some(step => !step.sent)) {
      return 'pending';
    }
    if (this.running.length > 0) {
      return 'running';
    }
    if (lastOpen?.kind === 'thinking') {
      return 'thinking';
    }
    return lastOpen ? 'writing' : 'starting';
  }

  /** Whether nothing more will come. */
  get isOver(): boolean {
    return this._fold.ending !== null || this._isInterrupted;
  }

  /** What the run has cost so far. */
  get usage(): Usage {
    return this._fold.usage;
  }

  /** From the start to now, or to the end; what the person took to decide is not in it. */
  get elapsedSeconds(): number {
    const until = this._stoppedAt ?? this.now();
    return (this._record.elapsed_s ?? 0) + (until - this._since) / 1000;
  }

  /** Calls that wait for a decision; those whose decision is on its way among them. */
  get waiting(): readonly IStep[] {
    return this._steps(step => step.pending !== null && isUndecided(step));
  }

  /** Calls that run. */
  get running(): readonly IStep[] {
    return this._steps(isUnderWay);
  }

  /** Grows with every change. */
  get version(): number {
    return this._version;
  }

  subscribe(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  apply(event: RunEvent): void {
    this.append([event]);
  }

  /** Take several events in; listeners are told once. */
  append(batch: readonly RunEvent[]): void {
    if (batch.length === 0) {
      return;
    }
    const now = this.now();
    if (!this._isInterrupted) {
      this._since += now - (this._stoppedAt ?? now);
    }
    this._isInterrupted = false;
    this._refused = '';
    batch.forEach(event => this._fold.apply(event));
    this._stoppedAt = this._isStill ? now : null;
    this._changed();
  }

  /**
   * The reply is now as `record` has it; blocks that are the same stay the same objects.
   */
  restore(record: ReplyRecord): void {
    const old = new Map(this._fold.blocks.map(block => [block.id, block]));
    this._record = record;
    this._isInterrupted = false;
    this._fold = this._replay();
    this._fold.map(block => {
      const before = old.get(block.id);
      const kept = before ? withWhatWasSeen(block, before) : block;
      return isEqual(kept, before) ? (before as Block) : kept;
    });
    this._anchor();
    this._changed();
  }

  /** A decision is on its way; `decided` confirms it, `refuse` takes it back. */
  markSent(callId: string, decision: Decision): void {
    if (this.waiting.some(step => step.call.call_id === callId)) {
      this._fold.updateStep(callId, () => ({ sent: decision }));
      this._refused = '';
      this._changed();
    }
  }

  /** What was decided here did not count, and why; false if nothing was. */
  refuse(message: string): boolean {
    const sent = this._steps(step => step.sent !== null);
    for (const { call } of sent) {
      this._fold.updateStep(call.call_id, () => ({ sent: null }));
    }
    if (sent.length > 0) {
      this._refused = message;
      this._changed();
    }
    return sent.length > 0;
  }

  /** Why the last decision did not count; empty once something else happened. */
  get refused(): string {
    return this._refused;
  }

  /** Nobody goes on with it any more. If something comes nevertheless, it goes on. */
  interrupt(): void {
    if (!this.isOver) {
      this._isInterrupted = true;
      this._stoppedAt ??= this.now();
      this._changed();
    }
  }

  private _steps(matches: (step: IStep) => boolean): readonly IStep[] {
    return this.blocks.filter(
      (block): block is IStep => block.kind === 'step' && matches(block)
    );
  }

  private _replay(): Fold {
    const { model, effects = {}, thought_s = [], events = [] } = this._record;
    let isReplayed = true;
    const fold = new Fold({
      model,
      effects,
      moment: () => (isReplayed ? null : this.now()),
      // 0 stands for what nobody measured.
      thoughtSeconds: place => (isReplayed && thought_s[place]) || undefined
    });
    events.forEach(event => fold.apply(event));
    isReplayed = false;
    return fold;
  }

  private _anchor(): void {
    this._since = this.now();
    this._stoppedAt = this._isStill ? this._since : null;
  }

  /** Whether no time passes: it is over, or the person's turn. */
  private get _isStill(): boolean {
    return this._fold.ending !== null || this._fold.isPaused;
  }

  private _changed(): void {
    this._version += 1;
    this._listeners.forEach(listener => listener());
  }

  private readonly _listeners = new Set<() => void>();
  private _record: ReplyRecord;
  private _fold: Fold;
  /** When the record was taken over. */
  private _since = 0;
  /** When it ended, or began to wait for the person. */
  private _stoppedAt: number | null = null;
  private _isInterrupted = false;
  private _refused = '';
  private _version = 0;
  private _blocks: readonly Block[] = [];
  private _blocksVersion = -1;
}

function isUndecided({ decided, result }: IStep): boolean {
  return decided === null && result === null;
}

/** Whether it runs, or will as soon as the kernel is free. */
function isUnderWay({ state, decided, sent }: IStep): boolean {
  const answer = (decided ?? sent)?.answer;
  return state === 'running' || (state === 'waiting' && answer === 'approve');
}

/** A block of a record with what only who watched can know. */
function withWhatWasSeen(block: Block, before: Block): Block {
  if (block.kind === 'thinking' && before.kind === 'thinking') {
    return { ...block, since: before.since, seconds: before.seconds ?? block.seconds };
  }
  if (block.kind === 'step' && before.kind === 'step') {
    const isSame = block.pending?.args_digest === before.pending?.args_digest;
    const sent = block.pending && isUndecided(block) && isSame ? before.sent : null;
    const runningSince = block.runningSince ?? before.runningSince;
    return { ...block, sent, runningSince };
  }
  return block;
}
