import type { DocumentRegistry } from '@jupyterlab/docregistry';
import type { IOutput } from '@jupyterlab/nbformat';
import { UUID, type PartialJSONObject } from '@lumino/coreutils';
import type { ReplyStatus } from '../model/blocks';
import type { Transcript } from '../model/transcript';
import { WIDGET_MIME, type CallOutputs } from '../widget/protocol';
import type { ReplyCell } from './cell';
import type { LiveReply } from './live';
import { replyIn, type ReplyOutput } from './output';
import { snapshotOf } from './snapshot';

/** Documents as they were loaded, each time anew, with a name for that time. */
const LOADS = new WeakMap<object, string>();

/**
 * Keeps in the document what a live reply shows, so that whoever opens it later, without
 * the kernel, sees the same.
 *
 * It writes at calm moments only: when the page has found the feed (the widget's own MIME
 * type goes: without a model it would hide the Markdown from nbconvert and others), when
 * the reply waits for the person, when the document is saved, and at the end.
 */
export class ReplySaver {
  constructor(options: ReplySaver.IOptions) {
    this._options = options;
    options.live.stateChanged.connect(this._onState, this);
    options.live.received.connect(this._onReceived, this);
    options.context.saveState.connect(this._onSave, this);
  }

  dispose(): void {
    const { live, context } = this._options;
    live.stateChanged.disconnect(this._onState, this);
    live.received.disconnect(this._onReceived, this);
    context.saveState.disconnect(this._onSave, this);
  }

  private _onState(): void {
    this._keepSoon();
  }

  /** Words that come say nothing here; an output is not even read for them. */
  private _onReceived(): void {
    const { feed } = this._options.live;
    const status = this._transcript?.status;
    if (feed?.final || feed?.outputs !== this._outputs || status !== this._status) {
      this._keepSoon();
    }
  }

  private _onSave(_: unknown, state: DocumentRegistry.SaveState): void {
    if (state === 'started') {
      this._snapshot();
    }
  }

  /** The list of outputs may be in the midst of a change of its own. */
  private _keepSoon(): void {
    void Promise.resolve().then(() => this._keep());
  }

  private _keep(): void {
    const { live, output } = this._options;
    if (!live.feed || !output.isLive) {
      return;
    }
    if (live.state === 'lost') {
      this._snapshot();
      return;
    }
    this._claim();
    this._addOutputs();
    const status = this._transcript?.status;
    if (live.feed.final) {
      output.finish(live.feed.final as PartialJSONObject);
    } else if (status === 'pending' && status !== this._status) {
      this._snapshot();
    }
    this._status = status;
    this._outputs = live.feed.outputs;
  }

  /** Take the widget out of what is saved, and note who hears the cell's run. */
  private _claim(): void {
    const { output, cell } = this._options;
    const { [WIDGET_MIME]: widget, ...rest } = output.model?.data ?? {};
    if (widget !== undefined) {
      output.write(rest);
    }
    if (cell.isFollowed && output.notes.load !== this._load) {
      output.note({ load: this._load });
    }
  }

  /**
   * What calls printed and drew after a reload reaches no cell by itself: it is added
   * below the reply, once.
   *
   * Where the cell was started, its run is heard; a note says so, which all views of the
   * loaded document go by. Who loads it later finds the note of another time. Where
   * several people share the document, that other time may last still, so that nothing is
   * added. A second note says which calls are there already, also after the next load.
   */
  private _addOutputs(): void {
    const { live, output, cell, context } = this._options;
    const { load, calls = [] } = output.notes;
    const all = Object.entries(live.feed?.outputs ?? {});
    const missing = all.filter(([callId]) => !calls.includes(callId));
    if (missing.length === 0) {
      return;
    }
    if (load !== this._load && !context.model.collaborative) {
      const area = cell.cell?.model.outputs;
      missing.flatMap(([, outputs]) => outputs).forEach(o => area?.add(o as IOutput));
    }
    output.note({ calls: all.map(([callId]) => callId) });
  }

  private _snapshot(): void {
    const { live, output } = this._options;
    const transcript = this._transcript;
    const log = transcript && live.feed?.logOf(transcript);
    const modelId = output.model && replyIn(output.model.data)?.live;
    if (log && modelId && transcript.version !== this._savedVersion) {
      this._savedVersion = transcript.version;
      output.write(snapshotOf(transcript, log, modelId));
    }
  }

  private get _load(): string {
    const { context } = this._options;
    const load = LOADS.get(context) ?? UUID.uuid4();
    LOADS.set(context, load);
    return load;
  }

  private get _transcript(): Transcript | undefined {
    return this._options.live.feed?.conversation.transcripts.at(-1);
  }

  private readonly _options: ReplySaver.IOptions;
  private _status: ReplyStatus | undefined;
  private _outputs: CallOutputs | undefined;
  private _savedVersion = -1;
}

export namespace ReplySaver {
  export interface IOptions {
    readonly live: LiveReply;
    readonly output: ReplyOutput;
    readonly cell: ReplyCell;
    readonly context: DocumentRegistry.Context;
  }
}
