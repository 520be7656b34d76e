import type { IRenderMime } from '@jupyterlab/rendermime';
import type { TranslationBundle } from '@jupyterlab/translation';
import { Panel, Widget } from '@lumino/widgets';
import { Conversation } from '../model/conversation';
import { mountReply } from '../view/mount';
import type { IPlace } from '../view/ports';
import type { IReplyData } from '../widget/protocol';
import { replyIn } from './output';

/** What a document adds to a reply that stands in it. */
export interface IReplySite {
  /** Whether the conversation is that of a kernel: what is saved is no news to it. */
  readonly isAhead: boolean;
  readonly place: Partial<IPlace>;
  /** Said below the reply, nothing if empty. */
  readonly remark: string;
  /** The output holds this now. */
  follow(data: IReplyData, model: IRenderMime.IMimeModel): void;
  dispose(): void;
}

/** What a site gets of the renderer. */
export interface IReplyHost {
  readonly conversation: Conversation;
  readonly panel: Panel;
  /** The site has become another one. */
  refresh(): void;
}

type View = ReturnType<typeof mountReply>;

/**
 * Renders replies, saved ones and those that are still written.
 *
 * One view for the life of a run: a renderer gets the same run again when the kernel or
 * the page changes its output, and then only brings the transcript up to date. So what the
 * person opened, where they scrolled and their focus stay.
 */
export class ReplyRenderer extends Panel implements IRenderMime.IRenderer {
  constructor(options: ReplyRenderer.IOptions) {
    super();
    this.addClass('jp-Assistant-output');
    this._options = options;
    this._remark.addClass('jp-Assistant');
    this._remark.addClass('jp-Assistant-meta');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const data = replyIn(model.data);
    if (!data) {
      this._end();
      const { trans } = this._options;
      this._say(
        trans.__('A newer version wrote this reply: it can’t be shown here.') +
          ' ' +
          trans.__('Update jupyter-assistant, or read its text without it.')
      );
      return;
    }
    if (data.reply.run_id !== this._runId) {
      this._begin(data);
    } else if (!data.live || !this._site?.isAhead) {
      this._conversation.restore([data.reply]);
    }
    this._site?.follow(data, model);
  }

  override dispose(): void {
    if (!this.isDisposed) {
      this._end();
      this._remark.dispose();
      super.dispose();
    }
  }

  private _begin({ reply }: IReplyData): void {
    this._end();
    this._runId = reply.run_id;
    this._conversation = new Conversation();
    this._conversation.restore([reply]);
    this._body = new Widget();
    this.addWidget(this._body);
    this._site = this._options.site?.({
      conversation: this._conversation,
      panel: this,
      refresh: () => this._refresh()
    });
    const [transcript] = this._conversation.transcripts;
    this._view = mountReply(this._body.node, transcript, this._place);
  }

  private _refresh(): void {
    this._view?.update(this._place);
    this._say(this._site?.remark ?? '');
  }

  private get _place(): IPlace {
    const { place } = this._options;
    return { ...place, ...this._site?.place };
  }

  private _say(words: string): void {
    this._remark.node.textContent = words;
    if (words) {
      this.addWidget(this._remark);
    } else {
      this._remark.parent = null;
    }
  }

  private _end(): void {
    this._site?.dispose();
    this._view?.dispose();
    this._site = undefined;
    this._view = undefined;
    this._runId = undefined;
    this._body?.dispose();
    this._say('');
  }

  private readonly _options: ReplyRenderer.IOptions;
  private readonly _remark = new Widget({ node: document.createElement('p') });
  private _body: Widget | undefined;
  private _conversation = new Conversation();
  private _runId: string | undefined;
  private _site: IReplySite | undefined;
  private _view: View | undefined;
}

export namespace ReplyRenderer {
  export interface IOptions {
    /** A place where replies are only read. */
    readonly place: IPlace;
    readonly trans: TranslationBundle;
    /** Makes what the document adds, for each run anew. */
    readonly site?: (host: IReplyHost) => IReplySite;
  }
}
