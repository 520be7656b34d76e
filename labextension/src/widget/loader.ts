/**
 * The module that every widget of ours carries in its state: as small as can be. It asks
 * the page whether somebody draws replies already, else fetches the view once per page.
 */
import type { IOffer } from './draw';
import { FEED_VERSION, HELLO_EVENT, MOUNT_EVENT, type IWidgetModel } from './protocol';

/** The model as anywidget hands it out: its widget manager is there in most hosts. */
interface IHostedModel extends IWidgetModel {
  readonly widget_manager?: { get_model(id: string): Promise<IWidgetModel> };
}

interface IInitializeProps {
  readonly model: IHostedModel;
}

/** What anywidget gives `render`; `signal` and `host` only in newer versions. */
interface IRenderProps extends IInitializeProps {
  readonly el: HTMLElement;
  readonly signal?: AbortSignal;
  readonly host?: { getModel(reference: string): Promise<IWidgetModel> };
}

interface IView {
  mount(offer: IOffer): void;
}

/** Views by their code. On the page, because each model evaluates this module anew. */
const VIEWS = Symbol.for('jupyter-assistant:views');

const LOOK_AGAIN_MS = 20;

const page = globalThis as { [VIEWS]?: Map<string, Promise<IView>> };

/** A probe tells the kernel what there is: a host that draws replies, or widgets only. */
function initialize({ model }: IInitializeProps): void {
  if (model.get('probe') === true) {
    const hello = new CustomEvent(HELLO_EVENT, {
      cancelable: true,
      detail: { version: FEED_VERSION }
    });
    const isAnswered = !window.dispatchEvent(hello);
    model.send({ type: 'ready', version: FEED_VERSION, host: isAnswered });
  }
}

/** Returns at once: a host may attach the element only afterwards. */
function render(props: IRenderProps): () => void {
  const ending = new AbortController();
  props.signal?.addEventListener('abort', () => ending.abort(), { once: true });
  if (props.model.get('probe') !== true) {
    void show(props, ending.signal);
  }
  return () => ending.abort();
}

async function show(props: IRenderProps, signal: AbortSignal): Promise<void> {
  const { model, el } = props;
  const offer = { model, el, signal };
  // Whoever draws replies itself may do so before they are on the page.
  await until(() => el.parentNode !== null, signal);
  if (signal.aborted || isTaken(offer)) {
    return;
  }
  if (!el.isConnected) {
    await until(() => el.isConnected, signal);
    if (signal.aborted || isTaken(offer)) {
      return;
    }
  }
  try {
    const view = await importOnce(await codeOf(props));
    if (!signal.aborted) {
      view.mount(offer);
    }
  } catch (error) {
    console.error(error);
    el.textContent =
      `The view of this reply did not load: ${wordsOf(error)} ` +
      'Run the cell with %load_ext jupyter_assistant again, then this cell. ' +
      'The text of the reply is written here when it ends.';
  }
}

/** No event tells when a detached element gets its parent or comes onto the page. */
async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Whether somebody around the element draws the reply in our place. */
function isTaken(offer: IOffer): boolean {
  const event = new CustomEvent(MOUNT_EVENT, {
    bubbles: true,
    cancelable: true,
    detail: offer
  });
  return !offer.el.dispatchEvent(event);
}

/** The code stands in a model of its own, so that it is sent once for all replies. */
async function codeOf({ model, host }: IRenderProps): Promise<string> {
  const id = String(model.get('lib') ?? '');
  const library = host
    ? await host.getModel(`anywidget:${id}`)
    : await model.widget_manager?.get_model(id);
  const code = library?.get('code');
  if (typeof code !== 'string') {
    throw new Error('the kernel no longer has its code.');
  }
  return code;
}

function importOnce(code: string): Promise<IView> {
  const views = (page[VIEWS] ??= new Map<string, Promise<IView>>());
  let view = views.get(code);
  if (!view) {
    view = importCode(code);
    views.set(code, view);
    view.catch(() => views.delete(code));
  }
  return view;
}

async function importCode(code: string): Promise<IView> {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  try {
    return (await import(/* webpackIgnore: true */ url)) as IView;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

export default { initialize, render };
