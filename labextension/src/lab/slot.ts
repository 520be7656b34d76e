import type { IRenderMime, IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { Panel, Widget } from '@lumino/widgets';
import { WIDGET_MIME } from '../widget/protocol';

/**
 * A place out of sight where the widget of a live reply is drawn by whoever draws
 * widgets here. Its loader then offers the model to us by an event.
 */
export class WidgetSlot {
  constructor(
    private readonly _rendermime: IRenderMimeRegistry,
    private readonly _parent: Panel,
    private readonly _modelId: string
  ) {}

  /**
   * Draw the widget, again if another factory has come: the widget manager registers
   * one that can find models only once the notebook has a kernel.
   */
  open(): void {
    const factory = this._rendermime.getFactory(WIDGET_MIME);
    if (factory && factory !== this._factory) {
      this._factory = factory;
      this._widget?.dispose();
      this._widget = this._draw();
    }
  }

  dispose(): void {
    this._widget?.dispose();
    this._widget = null;
  }

  private _draw(): Widget {
    const renderer = this._rendermime.createRenderer(WIDGET_MIME);
    const reference = { version_major: 2, version_minor: 0, model_id: this._modelId };
    const model = this._rendermime.createModel({
      data: { [WIDGET_MIME]: reference },
      trusted: true
    });
    renderer.hide();
    this._parent.addWidget(renderer);
    void renderer.renderModel(model);
    return renderer;
  }

  private _factory: IRenderMime.IRendererFactory | undefined;
  private _widget: Widget | null = null;
}
