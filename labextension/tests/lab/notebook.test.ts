import { nullTranslator } from '@jupyterlab/translation';
import { Panel } from '@lumino/widgets';
import { NotebookReply } from '../../src/lab/notebook';
import { Conversation } from '../../src/model/conversation';
import { MOUNT_EVENT, REPLY_MIME, type IReplyData } from '../../src/widget/protocol';
import type { RunEvent } from '../../src/wire';
import { call, done, message, pending, record, words } from '../widget/replies';
import { WidgetModel } from '../widget/widget-model';
import { NotebookStandIn } from './panel';
import { Session } from './session';

const runCells = jest.fn();
jest.mock('@jupyterlab/notebook', () => ({
  NotebookActions: { runCells: (...args: unknown[]) => runCells(...args) }
}));

beforeEach(() => runCells.mockClear());

function open(events: readonly RunEvent[] = [], status = 'busy') {
  const session = new Session(status);
  const notebook = new NotebookStandIn(session);
  notebook.add('import pandas');
  const data: IReplyData = { v: 1, reply: record(events), live: 'widget-1' };
  const output = notebook.add('%%ask\nWhy?', { [REPLY_MIME]: data });
  notebook.add('last = 1');
  const conversation = new Conversation();
  conversation.restore([data.reply]);
  const refresh = jest.fn();
  const panel = new Panel();
  const host = { conversation, panel, refresh };
  const trans = nullTranslator.load('');
  const reply = new NotebookReply(notebook.panel, host, trans);
  reply.follow(data, output);
  const model = new WidgetModel({ record: { seq: 0, replies: [data.reply] } });
  /** The widget's loader has drawn it. */
  const feed = (): void => {
    const detail = { model, el: panel.node, signal: new AbortController().signal };
    const init = { bubbles: true, cancelable: true, detail };
    panel.node.dispatchEvent(new CustomEvent(MOUNT_EVENT, init));
  };
  return { reply, notebook, session, output, model, feed, conversation, refresh };
}

test('code goes into a new cell below the one that asked', () => {
  const { reply, notebook } = open();
  reply.place.actions?.insertBelow?.('print(1)');
  expect(notebook.cells.map(cell => cell.source)).toEqual([
    'import pandas',
    '%%ask\nWhy?',
    'print(1)',
    'last = 1'
  ]);
  expect(runCells).not.toHaveBeenCalled();
});

test('code to run goes there too, and that cell runs', () => {
  const { reply, notebook } = open();
  reply.place.actions?.runBelow?.('print(1)');
  expect(runCells.mock.calls[0][1]).toEqual([notebook.cells[2]]);
  expect(notebook.cells[2].source).toBe('print(1)');
});

test('code of a reply that is gone from the notebook goes nowhere', () => {
  const { reply, notebook } = open();
  notebook.cells.splice(1, 1);
  reply.place.actions?.runBelow?.('print(1)');
  expect(notebook.cells).toHaveLength(2);
  expect(runCells).not.toHaveBeenCalled();
});

test('the place is called by the name of the notebook', () => {
  expect(open().reply.place.notebook).toBe('sales.ipynb');
});

test('nothing can be decided or stopped before the kernel is found', () => {
  const { reply, feed } = open();
  expect(reply.place.actions?.decide).toBeUndefined();
  expect(reply.place.actions?.stop).toBeUndefined();
  feed();
  expect(reply.place.actions?.decide).toBeDefined();
  expect(reply.place.actions?.stop).toBeDefined();
});

test('stop interrupts the kernel while the cell that asked runs', () => {
  const { reply, session, model, feed } = open([words('One')]);
  feed();
  reply.place.actions?.stop?.();
  expect(session.interrupts).toBe(1);
  expect(model.sent).toEqual([]);
});

test('stop does not interrupt another cell after that', () => {
  const { reply, session, model, feed } = open([message('', call()), pending(call())]);
  feed();
  reply.place.actions?.stop?.();
  expect(session.interrupts).toBe(0);
  expect(model.sent).toEqual([{ type: 'stop', run_id: 'run-1' }]);
});

test('stop interrupts a cell that waits for the decision itself', () => {
  const events = [message('', call()), pending(call())];
  const { reply, notebook, session, feed } = open(events);
  feed();
  notebook.cells[1].model.executionState = 'running';
  reply.place.actions?.stop?.();
  expect(session.interrupts).toBe(1);
});

test('the reply is interrupted with its kernel', () => {
  const { reply, session, feed, conversation, refresh } = open([words('One')]);
  feed();
  refresh.mockClear();
  session.become('restarting');
  expect(conversation.transcripts[0].status).toBe('interrupted');
  expect(reply.place.actions?.stop).toBeUndefined();
  expect(refresh).toHaveBeenCalled();
});

test('it stays interrupted when its output is rendered again', async () => {
  const { reply, notebook, session, feed, conversation, output } = open([words('One')]);
  feed();
  session.become('restarting');
  notebook.saveState.emit('started');
  await Promise.resolve();
  const saved = output.data[REPLY_MIME] as unknown as IReplyData;
  if (!reply.isAhead) {
    conversation.restore([saved.reply]);
  }
  reply.follow(saved, output);
  expect(conversation.transcripts[0].status).toBe('interrupted');
});

test('the feed ends with the final form', () => {
  const { reply, output, model, feed } = open();
  feed();
  const final = record([words('All.'), message(), done()]);
  reply.follow({ v: 1, reply: final }, output);
  expect(model.listeners).toBe(0);
  expect(reply.place.actions?.stop).toBeUndefined();
});

test('a renamed notebook is told', () => {
  const { notebook, refresh, reply } = open();
  refresh.mockClear();
  notebook.pathChanged.emit('other.ipynb');
  expect(refresh).toHaveBeenCalledTimes(1);
  reply.dispose();
  notebook.pathChanged.emit('again.ipynb');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('what a lost kernel leaves is said', () => {
  const { reply, session, feed } = open([words('One')]);
  feed();
  expect(reply.remark).toBe('');
  session.become('dead');
  expect(reply.remark).toContain('What arrived is kept');
});

test('the time in which nobody was found is not counted', () => {
  jest.useFakeTimers();
  const { conversation, reply } = open([words('One')], 'idle');
  jest.advanceTimersByTime(60_000);
  expect(reply.remark).not.toBe('');
  expect(conversation.transcripts[0].elapsedSeconds).toBeCloseTo(0, 1);
  jest.useRealTimers();
});
