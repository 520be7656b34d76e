import type { IOffer } from '../../src/widget/draw';
import loader from '../../src/widget/loader';
import { FEED_VERSION, HELLO_EVENT, MOUNT_EVENT } from '../../src/widget/protocol';
import { WidgetModel } from './widget-model';

const VIEWS = Symbol.for('jupyter-assistant:views');
const CODE = 'the code of the view';

const mount = jest.fn((_offer: IOffer) => undefined);

beforeEach(() => {
  mount.mockClear();
  // A page that has the view already; importing code needs a browser.
  const views = new Map([[CODE, Promise.resolve({ mount })]]);
  Object.assign(globalThis, { [VIEWS]: views });
  document.body.replaceChildren();
});

/** A model whose library is in the kernel. */
function hosted(code: unknown = CODE): WidgetModel {
  const library = new WidgetModel({ code });
  const widget_manager = { get_model: async () => library };
  return Object.assign(new WidgetModel({ lib: 'the-library' }), { widget_manager });
}

/** Let timers and promises go on for a while. */
async function wait(): Promise<void> {
  await jest.advanceTimersByTimeAsync(100);
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a probe says that nobody draws replies here', () => {
  const model = new WidgetModel({ probe: true });
  loader.initialize({ model });
  expect(model.sent).toEqual([{ type: 'ready', version: FEED_VERSION, host: false }]);
});

test('a probe says that a host draws replies', () => {
  const versions: number[] = [];
  const answer = (event: Event): void => {
    versions.push((event as CustomEvent<{ version: number }>).detail.version);
    event.preventDefault();
  };
  window.addEventListener(HELLO_EVENT, answer, { once: true });
  const model = new WidgetModel({ probe: true });
  loader.initialize({ model });
  expect(versions).toEqual([FEED_VERSION]);
  expect(model.sent).toEqual([{ type: 'ready', version: FEED_VERSION, host: true }]);
});

test('a reply is no probe', () => {
  const model = new WidgetModel();
  loader.initialize({ model });
  expect(model.sent).toEqual([]);
});

test('a host takes the model as soon as the element has a parent', async () => {
  const el = document.createElement('div');
  const model = hosted();
  loader.render({ model, el });
  await wait();
  const slot = document.createElement('div');
  const offers: IOffer[] = [];
  slot.addEventListener(MOUNT_EVENT, event => {
    offers.push((event as CustomEvent<IOffer>).detail);
    event.preventDefault();
  });
  slot.append(el);
  await wait();
  expect(offers).toHaveLength(1);
  expect(offers[0].model).toBe(model);
  expect(offers[0].el).toBe(el);
  document.body.append(slot);
  await wait();
  expect(mount).not.toHaveBeenCalled();
});

test('the view is mounted on the page where no host takes the model', async () => {
  const el = document.createElement('div');
  document.createElement('div').append(el);
  const model = hosted();
  loader.render({ model, el });
  await wait();
  expect(mount).not.toHaveBeenCalled();
  document.body.append(el);
  await wait();
  expect(mount).toHaveBeenCalledTimes(1);
  expect(mount.mock.calls[0][0].model).toBe(model);
  expect(mount.mock.calls[0][0].el).toBe(el);
});

test('newer hosts are asked for the library by its reference', async () => {
  const getModel = jest.fn(async () => new WidgetModel({ code: CODE }));
  const el = document.body.appendChild(document.createElement('div'));
  loader.render({ model: hosted(), el, host: { getModel } });
  await wait();
  expect(getModel).toHaveBeenCalledWith('anywidget:the-library');
  expect(mount).toHaveBeenCalledTimes(1);
});

test.each(['the returned function', 'the given signal'])(
  '%s ends the view',
  async by => {
    const controller = new AbortController();
    const el = document.body.appendChild(document.createElement('div'));
    const end = loader.render({ model: hosted(), el, signal: controller.signal });
    await wait();
    const { signal } = mount.mock.calls[0][0];
    expect(signal.aborted).toBe(false);
    if (by === 'the given signal') {
      controller.abort();
    } else {
      end();
    }
    expect(signal.aborted).toBe(true);
  }
);

test('an element that never comes onto the page is forgotten', async () => {
  const end = loader.render({ model: hosted(), el: document.createElement('div') });
  end();
  await wait();
  expect(jest.getTimerCount()).toBe(0);
});

test('a failure is said in words with the remedy', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation();
  const el = document.body.appendChild(document.createElement('div'));
  loader.render({ model: hosted(null), el });
  await wait();
  expect(el.textContent).toContain('the kernel no longer has its code');
  expect(el.textContent).toContain('%load_ext jupyter_assistant');
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});
