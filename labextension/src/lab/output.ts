import type { IRenderMime } from '@jupyterlab/rendermime';
import type { PartialJSONObject, ReadonlyPartialJSONObject } from '@lumino/coreutils';
import { REPLY_MIME, type IReplyData } from '../widget/protocol';

/** A bundle of MIME types as a kernel displays it. */
export type MimeBundle = ReadonlyPartialJSONObject;

/** The key of ours in the metadata of an output. */
const METADATA_KEY = 'jupyter_assistant';

/** What we note beside a live reply, gone with its final form. */
export interface IReplyNotes {
  /** The time the document was loaded in which the cell's run is heard. */
  readonly load?: string;
  /** The calls whose outputs stand in the cell. */
  readonly calls?: readonly string[];
}

/** The reply in an output, null if there is none or a later version wrote it. */
export function replyIn(data: MimeBundle): IReplyData | null {
  const found = data[REPLY_MIME] as unknown as Partial<IReplyData> | undefined;
  return found?.v === 1 && found.reply?.run_id ? (found as IReplyData) : null;
}

/**
 * The output of a notebook that holds a reply.
 *
 * Writing to it renders it anew through the same renderer, which sees its own run again
 * and keeps its view; makes the notebook dirty; and is no step of the undo history.
 */
export class ReplyOutput {
  /** An update from the kernel comes as a new model in the same place. */
  follow(model: IRenderMime.IMimeModel): void {
    this._model = model;
  }

  get model(): IRenderMime.IMimeModel | null {
    return this._model;
  }

  get isLive(): boolean {
    return this._model !== null && replyIn(this._model.data)?.live !== undefined;
  }

  get notes(): IReplyNotes {
    return (this._model?.metadata[METADATA_KEY] ?? {}) as IReplyNotes;
  }

  note(notes: IReplyNotes): void {
    const { metadata } = this._model ?? {};
    const all = { ...this.notes, ...notes } as PartialJSONObject;
    this._model?.setData({ metadata: { ...metadata, [METADATA_KEY]: all } });
  }

  /** Replace what a live reply shows where nobody renders it. */
  write(data: MimeBundle): void {
    this._model?.setData({ data });
  }

  /** Write the form that stays; what was noted has served. */
  finish(data: MimeBundle): void {
    const { [METADATA_KEY]: _, ...metadata } = this._model?.metadata ?? {};
    this._model?.setData({ data, metadata });
  }

  private _model: IRenderMime.IMimeModel | null = null;
}
