import type { NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime } from '@jupyterlab/rendermime';
import type { TranslationBundle } from '@jupyterlab/translation';
import type { IPlace, IReplyActions } from '../view/ports';
import type { IReplyData } from '../widget/protocol';
import type { ReplyRecord } from '../wire';
import { ReplyCell } from './cell';
import { LiveReply } from './live';
import { ReplyOutput } from './output';
import type { IReplyHost, IReplySite } from './renderer';
import { ReplySaver } from './saver';
import { WidgetSlot } from './slot';

/** A reply in a notebook: fed by its kernel, kept in its document, beside its cells. */
export class NotebookReply implements IReplySite {
  constructor(
    private readonly _panel: NotebookPanel,
    private readonly _host: IReplyHost,
    private readonly _trans: TranslationBundle
  ) {
    this._cell = new ReplyCell(_panel, () => this._output.model);
    _panel.context.pathChanged.connect(_host.refresh, _host);
  }

  get isAhead(): boolean {
    return Boolean(this._live?.feed);
  }

  get place(): Partial<IPlace> {
    const { insertBelow, runBelow } = this._cell;
    const actions: IReplyActions =
      this._live?.state === 'fed'
        ? { insertBelow, runBelow, decide: this._live?.feed?.decide, stop: this._stop }
        : { insertBelow, runBelow };
    return { actions, notebook: this._panel.context.path.split('/').pop() };
  }

  get remark(): string {
    return this._live?.state === 'lost'
      ? this._trans.__(
          'The kernel that wrote this no longer has it, so it can’t go on. ' +
            'What arrived is kept.'
        )
      : '';
  }

  follow({ live, reply }: IReplyData, model: IRenderMime.IMimeModel): void {
    this._output.follow(model);
    this._saved = reply;
    if (live === undefined) {
      this._endLive();
    } else if (!this._live) {
      this._startLive(live);
    } else if (this._live.state === 'lost') {
      this._interrupt();
    }
  }

  dispose(): void {
    this._panel.context.pathChanged.disconnect(this._host.refresh, this._host);
    this._saver?.dispose();
    this._live?.dispose();
  }

  private _startLive(modelId: string): void {
    const { conversation, panel } = this._host;
    const { sessionContext, content } = this._panel;
    this._live = new LiveReply({
      conversation,
      node: panel.node,
      sessionContext,
      slot: new WidgetSlot(content.rendermime, panel, modelId)
    });
    this._saver = new ReplySaver({
      live: this._live,
      output: this._output,
      cell: this._cell,
      context: this._panel.context
    });
    this._live.stateChanged.connect(this._onLive, this);
  }

  private _onLive(): void {
    const { conversation, refresh } = this._host;
    if (this._live?.state === 'lost') {
      if (!this._live.feed && this._saved) {
        // The time that went by while it was looked for is not the reply's.
        conversation.restore([this._saved]);
      }
      this._interrupt();
    }
    refresh();
  }

  private _interrupt(): void {
    const { transcripts } = this._host.conversation;
    transcripts.forEach(transcript => transcript.interrupt());
  }

  private _endLive(): void {
    this._saver?.dispose();
    this._live?.dispose();
    this._saver = null;
    this._live = null;
    this._host.refresh();
  }

  /**
   * Its kernel does not hear the feed while it runs the cell that asked; an interrupt it
   * does. That cell runs until the reply waits for the person for the first time.
   */
  private readonly _stop = (): void => {
    const kernel = this._panel.sessionContext.session?.kernel;
    const { feed } = this._live ?? {};
    const [transcript] = this._host.conversation.transcripts;
    // Its status says nothing of a cell that runs: a comm message that ipykernel 7.4
    // answers meanwhile makes it idle.
    const asks =
      this._cell.isRunning ||
      (kernel?.status === 'busy' && !feed?.logOf(transcript)?.hasWaited);
    if (kernel && asks) {
      void kernel.interrupt();
    } else {
      feed?.stop();
    }
  };

  private readonly _cell: ReplyCell;
  private readonly _output = new ReplyOutput();
  private _saved: ReplyRecord | null = null;
  private _live: LiveReply | null = null;
  private _saver: ReplySaver | null = null;
}
