import { OutputModel } from '@jupyterlab/rendermime/lib/outputmodel';
import { Signal } from '@lumino/signaling';
import { ReplyOutput } from '../../src/lab/output';
import { ReplySaver } from '../../src/lab/saver';
import { REPLY_MIME, WIDGET_MIME } from '../../src/widget/protocol';
import { Feed } from '../../src/widget/feed';
import { call, done, message, pending, record, words } from '../widget/replies';
import { WidgetModel } from '../widget/widget-model';

const PRINTED = { output_type: 'stream', name: 'stdout', text: '2\n' };
const FINAL = {
  [REPLY_MIME]: { v: 1, reply: record([words('All.'), message(), done()]) },
  'text/markdown': 'All.',
  'text/plain': 'All.'
};

/** The output of a cell that asked, in a page. */
function display(metadata: object = {}): OutputModel {
  const data = {
    [REPLY_MIME]: { v: 1, reply: record(), live: 'widget-1' },
    [WIDGET_MIME]: { model_id: 'widget-1' },
    'text/markdown': 'Waiting',
    'text/plain': 'Waiting'
  };
  const value = { output_type: 'display_data', data, metadata };
  return new OutputModel({ value: value as never });
}

/** A page that shows a live reply and found its feed; `of` shows the same document. */
class Page {
  readonly model: WidgetModel;
  readonly added: unknown[] = [];
  writes = 0;
  state = 'fed';
  readonly stateChanged = new Signal<this, void>(this);
  readonly received = new Signal<this, void>(this);
  readonly saveState = new Signal<this, string>(this);
  readonly context: object;
  readonly feed: Feed;

  constructor(
    readonly display: OutputModel,
    options: {
      ran?: boolean;
      collaborative?: boolean;
      state?: object;
      of?: Page;
    } = {}
  ) {
    const state = { record: { seq: 0, replies: [record()] }, ...options.state };
    this.model = new WidgetModel(state);
    this.feed = new Feed(this.model);
    const { collaborative = false, of } = options;
    this.context = of?.context ?? {
      saveState: this.saveState,
      model: { collaborative }
    };
    const output = new ReplyOutput();
    output.follow(display);
    const outputs = { add: (value: unknown) => this.added.push(value) };
    new ReplySaver({
      live: this as never,
      output,
      cell: { isFollowed: options.ran ?? false, cell: { model: { outputs } } } as never,
      context: this.context as never
    });
    display.changed.connect(() => (this.writes += 1));
    this.feed.subscribe(() => this.received.emit());
    this.stateChanged.emit();
  }

  /** The kernel puts keys into the state, and the page has seen it. */
  async update(state: object): Promise<void> {
    this.model.update({ ...state });
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.resolve();
    await Promise.resolve();
  }

  get saved(): Record<string, never> {
    return this.display.toJSON().data as Record<string, never>;
  }

  get metadata(): unknown {
    return this.display.toJSON().metadata;
  }
}

async function open(...args: ConstructorParameters<typeof Page>): Promise<Page> {
  const page = new Page(...args);
  await page.settled();
  return page;
}

test('the widget is taken out of what is saved, the rest stays', async () => {
  const page = await open(display());
  expect(Object.keys(page.saved)).toEqual([REPLY_MIME, 'text/markdown', 'text/plain']);
  expect(page.saved[REPLY_MIME]).toMatchObject({ live: 'widget-1' });
});

test('words that come write nothing', async () => {
  const page = await open(display());
  page.writes = 0;
  await page.update({ d1: { events: [words('One')] } });
  expect(page.writes).toBe(0);
});

test('saving writes what is shown, once for each state of it', async () => {
  const page = await open(display());
  await page.update({ d1: { events: [words('One')] } });
  page.writes = 0;
  page.saveState.emit('started');
  page.saveState.emit('completed');
  page.saveState.emit('started');
  expect(page.writes).toBe(1);
  expect(page.saved['text/markdown']).toBe('One');
  expect(page.saved[REPLY_MIME]).toMatchObject({
    live: 'widget-1',
    reply: { events: [words('One')] }
  });
});

test('a call that waits is written with its code', async () => {
  const page = await open(display());
  const waiting = call('call-1', 'print("```")');
  await page.update({
    d1: { events: [words('I run it.'), message('', waiting), pending(waiting)] }
  });
  expect(page.saved['text/markdown']).toContain('I run it.');
  expect(page.saved['text/markdown']).toContain('````python\nprint("```")\n````');
  page.writes = 0;
  page.stateChanged.emit();
  await page.settled();
  expect(page.writes).toBe(0);
});

test('what arrived is written when the kernel is lost', async () => {
  const page = await open(display());
  await page.update({ d1: { events: [words('One')] } });
  page.state = 'lost';
  page.stateChanged.emit();
  await page.settled();
  expect(page.saved['text/markdown']).toBe('One');
});

test('the display that stays replaces it, without our notes', async () => {
  const page = await open(display({ other: 1 }), { ran: true });
  await page.update({ final: FINAL });
  expect(page.saved).toEqual(FINAL);
  expect(page.metadata).toEqual({ other: 1 });
  page.writes = 0;
  await page.update({ final: FINAL });
  page.saveState.emit('started');
  expect(page.writes).toBe(0);
});

test('the page that ran the cell does not add what it has got', async () => {
  const page = await open(display(), { ran: true });
  await page.update({ outputs: { 'call-1': [PRINTED] } });
  expect(page.added).toEqual([]);
});

test('another view of the document does not add it either', async () => {
  const shared = display();
  const first = await open(shared, { ran: true });
  const second = await open(shared, { of: first });
  await second.update({ outputs: { 'call-1': [PRINTED] } });
  expect(second.added).toEqual([]);
});

test('a page that was loaded later adds it once', async () => {
  const page = await open(display({ jupyter_assistant: { load: 'another' } }));
  await page.update({ outputs: { 'call-1': [PRINTED] } });
  await page.update({ outputs: { 'call-1': [PRINTED], 'call-2': [PRINTED, PRINTED] } });
  expect(page.added).toEqual([PRINTED, PRINTED, PRINTED]);
});

test('what was added before the document was loaded again is not added again', async () => {
  const first = await open(display());
  await first.update({ outputs: { 'call-1': [PRINTED] } });
  const again = await open(display(first.metadata as object), {
    state: { outputs: { 'call-1': [PRINTED] } }
  });
  expect(again.added).toEqual([]);
});

test('what came to the page that ran the cell is not added after a reload', async () => {
  const first = await open(display(), { ran: true });
  await first.update({ outputs: { 'call-1': [PRINTED] } });
  const again = await open(display(first.metadata as object), {
    state: { outputs: { 'call-1': [PRINTED], 'call-2': [PRINTED] } }
  });
  expect(again.added).toEqual([PRINTED]);
});

test('outputs stand in the cell before the display that stays is written', async () => {
  const page = await open(display(), {
    state: { outputs: { 'call-1': [PRINTED] }, final: FINAL }
  });
  expect(page.added).toEqual([PRINTED]);
  expect(page.saved).toEqual(FINAL);
});

test('nothing is added to a document that others may have open', async () => {
  const page = await open(display(), { collaborative: true });
  await page.update({ outputs: { 'call-1': [PRINTED] } });
  expect(page.added).toEqual([]);
});
