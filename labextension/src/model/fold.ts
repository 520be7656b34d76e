import type {
  AnyPart,
  CallDecided,
  Effect,
  Message,
  PendingCall,
  RunEvent,
  RunSnapshot,
  ToolCallPart,
  ToolCallProgress,
  ToolResultPart,
  Usage
} from '../wire';
import { BlockList } from './block-list';
import type { Block, IStep, IThinking, StepState } from './blocks';
import { ended, endingOf, type Ending } from './endings';
import { isEqual } from './equal';
import { NoticeBoard } from './notice-board';
import { LATER_PART } from './notices';
import { outcomeOf } from './steps';
import { Streamed } from './streamed';

/** What a fold asks of the reply around it. */
export interface IFoldOptions {
  /** `connection/model`, as it was asked for. */
  readonly model: string;
  /** What the offered tools do, by name. */
  readonly effects: Readonly<Record<string, Effect>>;
  /** The present moment in ms; null while a log is replayed, which tells no times. */
  readonly moment: () => number | null;
  /** How long a stretch of thinking took that is replayed, by its place. */
  readonly thoughtSeconds: (place: number) => number | undefined;
}

/**
 * The blocks of a run, from its events.
 *
 * Blocks are values: one that changes is replaced, all others stay the same object.
 */
export class Fold {
  constructor(options: IFoldOptions) {
    this._options = options;
    this._board = new NoticeBoard(this._list, options.model);
  }

  usage: Usage = {};
  /** How the run has ended; null while it goes on. */
  ending: Ending | null = null;
  /** Whether the run has stopped to ask, and has not gone on since. */
  isPaused = false;

  get blocks(): readonly Block[] {
    return this._list.all;
  }

  /** The newest block of the message that is being written. */
  get lastOpen(): Block | undefined {
    return this._list.lastOpen;
  }

  /** Change each block from outside, or let it be. */
  map(change: (block: Block) => Block): void {
    this._list.map(change);
  }

  /** Change a step from outside; a call that is not known changes nothing. */
  updateStep(callId: string, change: (step: IStep) => Partial<IStep>): void {
    this._list.updateStep(callId, change);
  }

  /** Take one event in; those that are newer than this view change nothing. */
  apply(event: RunEvent): void {
    switch (event.type) {
      case 'text':
        this._addWords(event.text);
        break;
      case 'reasoning':
        this._addThinking(event.text);
        break;
      case 'tool_call':
        this._write(event);
        break;
      case 'message':
        if (event.message.role === 'assistant') {
          this._replaceOpen(event.message);
        }
        break;
      case 'usage':
        this.usage = event.usage;
        break;
      case 'done':
        this.usage = event.usage ?? this.usage;
        this._end(endingOf(event.reason));
        break;
      case 'error':
        this._end('failed');
        break;
      case 'snapshot':
        this._restart(event);
        break;
      case 'cleared':
        this._clear();
        break;
      default:
        this._applyToStep(event);
    }
    this._board.tell(event);
  }

  private _applyToStep(event: RunEvent): void {
    switch (event.type) {
      case 'pending':
        event.calls.forEach(pending => this._wait(pending));
        this.isPaused = true;
        break;
      case 'decided':
        this._decide(event);
        break;
      case 'tool_request':
        this._run(event.call);
        break;
      case 'tool_result':
        this._finish(event.result, event.duration_s ?? 0);
        break;
      default: // the board tells of some of them
        break;
    }
  }

  // The message that is being written

  private _addWords(text: string): void {
    this._board.begun();
    this._streamed.add('text', text);
    const last = this._list.lastOpen;
    if (last?.kind === 'words') {
      this._list.replaceLast({ ...last, text: last.text + text });
    } else {
      this._closeOpen();
      const id = this._list.nextId('words');
      this._list.push({ kind: 'words', id, text, isComplete: false });
    }
  }

  private _addThinking(text: string): void {
    this._board.begun();
    this._streamed.add('reasoning', text);
    const last = this._list.lastOpen;
    if (last?.kind === 'thinking') {
      this._list.replaceLast({ ...last, text: last.text + text });
    } else {
      this._closeOpen();
      const id = this._list.nextId('thinking');
      const since = this._options.moment();
      this._list.push({ kind: 'thinking', id, text, seconds: null, since });
    }
  }

  private _write({ call_id, tool }: ToolCallProgress): void {
    this._board.begun();
    if (!this._list.hasOpenStep(call_id)) {
      this._closeOpen();
      this._list.push(this._newStep({ kind: 'tool_call', call_id, tool }, 'writing'));
    }
  }

  /** Nothing more comes to the open blocks that are there. */
  private _closeOpen(): void {
    this._list.mapOpen((block, index) => {
      if (block.kind === 'words' && !block.isComplete) {
        return { ...block, isComplete: true };
      }
      if (block.kind === 'thinking' && block.seconds === null) {
        return { ...block, seconds: this._thought(block.since, index) };
      }
      return block;
    });
  }

  private _thought(since: number | null, index: number): number | undefined {
    const moment = this._options.moment();
    if (since !== null && moment !== null) {
      return (moment - since) / 1000;
    }
    const before = this.blocks.slice(0, index);
    const place = before.filter(block => block.kind === 'thinking').length;
    return this._options.thoughtSeconds(place);
  }

  /** The whole message in place of its pieces. */
  private _replaceOpen(message: Message): void {
    this._closeOpen();
    const old = this._list.takeOpen();
    const thought = old.filter(block => block.kind === 'thinking');
    for (const part of this._streamed.fill(message.parts)) {
      const block = this._blockOf(part, thought);
      if (block) {
        const same = old.find(other => other.id === block.id);
        this._list.push(same && isEqual(same, block) ? same : block);
      }
    }
    if (this._list.lastOpen) {
      this._board.answered();
    }
    this._list.closeMessage();
  }

  private _blockOf(part: AnyPart, thought: IThinking[]): Block | null {
    switch (part.kind) {
      case 'text': {
        const id = this._list.nextId('words');
        return { kind: 'words', id, text: part.text, isComplete: true };
      }
      case 'reasoning':
        return this._thinkingOf(part.text, thought.shift());
      case 'tool_call':
        return this._newStep(part, 'running');
      case 'citation':
        return { kind: 'source', id: this._list.nextId('source'), citation: part };
      case 'image':
      case 'file':
      case 'opaque':
      case 'tool_result':
      case 'info': // cards of ours came as events of their own
        return null;
      default: // `unknown`, and kinds that are newer than this view
        return { kind: 'notice', id: this._list.nextId('notice'), ...LATER_PART };
    }
  }

  private _thinkingOf(text: string, timed: IThinking | undefined): IThinking {
    const since = timed?.since ?? null;
    const seconds = timed?.seconds ?? this._thought(null, this.blocks.length);
    return {
      kind: 'thinking',
      id: this._list.nextId('thinking'),
      text,
      seconds,
      since
    };
  }

  // Steps

  private _newStep(call: ToolCallPart, state: StepState): IStep {
    return {
      kind: 'step',
      id: this._list.stepId(call.call_id),
      call,
      changed: null,
      effect: this._options.effects[call.tool] ?? 'read',
      state,
      pending: null,
      sent: null,
      decided: null,
      result: null,
      seconds: null,
      runningSince: null
    };
  }

  private _ensureStep(call: ToolCallPart): void {
    if (!this._list.hasStep(call.call_id)) {
      this._list.push(this._newStep(call, 'running'));
    }
  }

  private _wait(pending: PendingCall): void {
    this._ensureStep(pending.call);
    this.updateStep(pending.call.call_id, ({ sent }) => ({
      call: pending.call,
      effect: pending.effect,
      state: 'waiting',
      pending,
      // What was said about other arguments is void.
      sent: sent?.args_digest === pending.args_digest ? sent : null
    }));
  }

  private _decide(decided: CallDecided): void {
    this.updateStep(decided.call_id, ({ changed }) => ({
      decided,
      sent: null,
      changed: decided.edited_args ?? changed
    }));
  }

  private _run(call: ToolCallPart): void {
    this.isPaused = false;
    this._ensureStep(call);
    this.updateStep(call.call_id, step => ({
      changed: call.args === step.call.args ? step.changed : (call.args ?? '{}'),
      state: 'running',
      runningSince: this._options.moment()
    }));
  }

  private _finish(result: ToolResultPart, seconds: number | null): void {
    this.isPaused = false;
    this.updateStep(result.call_id, ({ changed }) => ({
      result,
      state: outcomeOf(result),
      seconds,
      changed: result.edited_args ?? changed,
      sent: null
    }));
  }

  // Beginnings and ends

  private _end(ending: Ending): void {
    this._board.dropRetry();
    this._closeOpen();
    this._list.closeMessage();
    this.ending = ending;
    this.isPaused = false;
    this._list.map(ended);
  }

  private _clear(): void {
    this._list = new BlockList();
    this._streamed = new Streamed();
    this._board = new NoticeBoard(this._list, this._options.model);
    this.usage = {};
    this.ending = null;
    this.isPaused = false;
  }

  private _restart(snapshot: RunSnapshot): void {
    this._clear();
    snapshot.messages?.forEach(message => this._restore(message));
    snapshot.partial?.forEach(part => this._resume(part));
    snapshot.pending?.forEach(pending => this._wait(pending));
    this.isPaused = snapshot.status === 'pending';
    this.usage = snapshot.usage ?? {};
    if (snapshot.status === 'done' || snapshot.status === 'failed') {
      this._end(snapshot.status);
    }
  }

  /** A message of a snapshot; results and cards have no events of their own there. */
  private _restore(message: Message): void {
    if (message.role === 'assistant') {
      this._replaceOpen(message);
    }
    for (const part of message.parts) {
      if (part.kind === 'tool_result') {
        this._finish(part, null);
      } else if (part.kind === 'info') {
        this._board.restore(part);
      }
    }
  }

  private _resume(part: AnyPart): void {
    if (part.kind === 'text') {
      this._addWords(part.text);
    } else if (part.kind === 'reasoning') {
      this._addThinking(part.text);
    } else if (part.kind === 'tool_call') {
      this._write({ type: 'tool_call', call_id: part.call_id, tool: part.tool });
    }
  }

  private readonly _options: IFoldOptions;
  private _list = new BlockList();
  private _streamed = new Streamed();
  private _board: NoticeBoard;
}
