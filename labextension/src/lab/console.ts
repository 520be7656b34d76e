import type { OutputArea } from '@jupyterlab/outputarea';
import type { Widget } from '@lumino/widgets';
import type { IPlace } from '../view/ports';
import { WIDGET_MIME, type IReplyData } from '../widget/protocol';
import { LiveReply } from './live';
import type { IReplyHost, IReplySite } from './renderer';
import { WidgetSlot } from './slot';

/** A reply outside notebooks, such as in a console: fed where widgets are drawn. */
export class ConsoleReply implements IReplySite {
  constructor(private readonly _host: IReplyHost) {}

  readonly remark = '';

  get isAhead(): boolean {
    return Boolean(this._live?.feed);
  }

  get place(): Partial<IPlace> {
    const { feed } = this._live ?? {};
    return feed ? { actions: feed.actions(), stopHint: 'or interrupt the kernel' } : {};
  }

  follow({ live }: IReplyData): void {
    if (live === undefined) {
      this.dispose();
      this._host.refresh();
    } else {
      this._modelId = live;
      // The renderer gets its place among the outputs only after this.
      void Promise.resolve().then(() => this._startLive());
    }
  }

  dispose(): void {
    this._modelId = null;
    this._live?.dispose();
    this._live = null;
  }

  private _startLive(): void {
    const { conversation, panel, refresh } = this._host;
    if (this._modelId === null || this._live) {
      return;
    }
    const area = areaAround(panel);
    if (!area?.rendermime.getFactory(WIDGET_MIME)) {
      conversation.transcripts.forEach(transcript => transcript.interrupt());
    } else {
      this._live = new LiveReply({
        conversation,
        node: panel.node,
        slot: new WidgetSlot(area.rendermime, panel, this._modelId)
      });
      this._live.stateChanged.connect(() => refresh());
    }
  }

  private _modelId: string | null = null;
  private _live: LiveReply | null = null;
}

/** The list of outputs in which a renderer stands. */
function areaAround(widget: Widget): OutputArea | null {
  for (let around = widget.parent; around; around = around.parent) {
    if ('rendermime' in around) {
      return around as OutputArea;
    }
  }
  return null;
}
