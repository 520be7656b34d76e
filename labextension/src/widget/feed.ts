import { Conversation } from '../model/conversation';
import type { Transcript } from '../model/transcript';
import type { IReplyActions } from '../view/ports';
import type { Decision } from '../wire';
import { Log } from './log';
import type {
  CallOutputs,
  FeedBatch,
  IFeedBatch,
  IFeedState,
  IRefusal,
  IWidgetModel,
  MimeBundle,
  WidgetMessage
} from './protocol';

const NONE: CallOutputs = {};

/** No `record` has been read yet. */
const NOTHING = -1;

/**
 * A conversation that a kernel feeds through the state of a widget's model.
 *
 * Batches are taken in order, each once. Whatever the model holds already when the feed
 * is made is taken at once, and a later `record` fills a gap: after a lost connection the
 * front end asks the kernel for the whole state again.
 */
export class Feed {
  /** Go on with `conversation` if it shows an earlier state of the same replies. */
  constructor(
    model: IWidgetModel,
    readonly conversation: Conversation = new Conversation()
  ) {
    this._model = model;
    this._read();
    model.on('change', this._read);
    model.on('msg:custom', this._hear);
  }

  /** What has come of a reply, for who saves it. */
  logOf(transcript: Transcript): Log | undefined {
    return this._logs.get(transcript.runId);
  }

  /** What the notebook keeps of a run that is over, as MIME types. */
  get final(): MimeBundle | null {
    return (this._model.get('final') as MimeBundle | null | undefined) ?? null;
  }

  /** What calls printed and drew that ran after the cell had ended, by call. */
  get outputs(): CallOutputs {
    return (this._model.get('outputs') as CallOutputs | null | undefined) ?? NONE;
  }

  /** Told after everything that came. */
  subscribe(listener: () => void): () => void {
    this._listeners.add(listener);
    return () => this._listeners.delete(listener);
  }

  actions(): IReplyActions {
    return { decide: this.decide, stop: this.stop };
  }

  readonly decide = (decisions: readonly Decision[]): void => {
    const { transcripts } = this.conversation;
    const asks = (transcript: Transcript): boolean =>
      transcript.waiting.some(step => step.call.call_id === decisions[0]?.call_id);
    const transcript = transcripts.find(asks);
    if (transcript) {
      decisions.forEach(decision => transcript.markSent(decision.call_id, decision));
      this._send({ type: 'decide', run_id: transcript.runId, decisions });
    }
  };

  readonly stop = (): void => {
    const transcript = this.conversation.transcripts.at(-1);
    if (transcript && !transcript.isOver) {
      this._send({ type: 'stop', run_id: transcript.runId });
    }
  };

  readonly ask = (text: string): void => {
    this._send({ type: 'ask', text });
  };

  dispose(): void {
    this._listeners.clear();
    this._model.off('change', this._read);
    this._model.off('msg:custom', this._hear);
  }

  private _send(message: WidgetMessage): void {
    this._model.send(message);
  }

  private readonly _read = (): void => {
    this._takeBatches();
    const state = this._model.get('record') as IFeedState | null | undefined;
    if (state && state.seq > this._seq) {
      this._restore(state);
      this._takeBatches();
    }
    this._listeners.forEach(listener => listener());
  };

  private _takeBatches(): void {
    while (this._seq !== NOTHING) {
      const batch = this._model.get(`d${this._seq + 1}`) as FeedBatch | undefined;
      if (batch === undefined) {
        return;
      }
      this._seq += 1;
      this._take(typeof batch === 'string' ? wordsAlone(batch) : batch);
    }
  }

  private _restore(state: IFeedState): void {
    this._seq = state.seq;
    this._logs.clear();
    for (const record of state.replies) {
      this._logs.set(record.run_id, new Log(record));
    }
    this.conversation.restore(state.replies);
  }

  private _take({ run, begin, events = [] }: IFeedBatch): void {
    if (begin) {
      this._logs.set(begin.run_id, new Log(begin));
      this.conversation.begin(begin);
    }
    const runId = run ?? begin?.run_id ?? this.conversation.transcripts.at(-1)?.runId;
    if (runId !== undefined && events.length > 0) {
      this._logs.get(runId)?.append(events);
      this.conversation.append(runId, events);
    }
  }

  private readonly _hear = (content: unknown): void => {
    if (isRefusal(content)) {
      this.conversation.refuse(content);
    }
  };

  private readonly _model: IWidgetModel;
  private readonly _listeners = new Set<() => void>();
  private readonly _logs = new Map<string, Log>();
  private _seq = NOTHING;
}

function wordsAlone(text: string): IFeedBatch {
  return { events: [{ type: 'text', text }] };
}

function isRefusal(content: unknown): content is IRefusal {
  return (content as IRefusal | null)?.type === 'refused';
}
