import { LiveReply } from '../../src/lab/live';
import { Conversation } from '../../src/model/conversation';
import { MOUNT_EVENT } from '../../src/widget/protocol';
import { record, words } from '../widget/replies';
import { WidgetModel } from '../widget/widget-model';
import { Session } from './session';

/** Longer than anybody waits for a widget. */
const LONG_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function look(session: Session) {
  const slot = { open: jest.fn(), dispose: jest.fn() };
  const node = document.createElement('div');
  const conversation = new Conversation();
  const live = new LiveReply({
    conversation,
    node,
    sessionContext: session.context,
    slot
  });
  /** What the loader of the widget does. Returns whether it was taken. */
  const offer = (model: WidgetModel): boolean => {
    const el = node.appendChild(document.createElement('div'));
    const detail = { model, el, signal: new AbortController().signal };
    const init = { bubbles: true, cancelable: true, detail };
    return !el.dispatchEvent(new CustomEvent(MOUNT_EVENT, init));
  };
  return { live, slot, offer, conversation };
}

function fed(): WidgetModel {
  return new WidgetModel({ record: { seq: 0, replies: [record([words('One')])] } });
}

test('the widget that is offered feeds the conversation', () => {
  const { live, offer, conversation } = look(new Session('busy'));
  const model = fed();
  expect(offer(model)).toBe(true);
  expect(live.state).toBe('fed');
  model.update({ d1: { events: [words(' two')] } });
  expect(conversation.transcripts[0].blocks).toMatchObject([{ text: 'One two' }]);
});

test('what comes is told, and a new state apart from it', () => {
  const { live, offer } = look(new Session('busy'));
  const states: string[] = [];
  const received = jest.fn();
  live.stateChanged.connect(() => states.push(live.state));
  live.received.connect(received);
  const model = fed();
  offer(model);
  model.update({ final: {} });
  expect(states).toEqual(['fed']);
  expect(received).toHaveBeenCalledTimes(1);
});

test('the widget is drawn once there is a kernel', () => {
  const session = new Session();
  const { slot } = look(session);
  expect(slot.open).not.toHaveBeenCalled();
  session.start('kernel-1', 'busy');
  expect(slot.open).toHaveBeenCalled();
});

test('a widget that is drawn again feeds in place of the first', () => {
  const { offer, conversation } = look(new Session('busy'));
  const first = fed();
  offer(first);
  const second = fed();
  offer(second);
  expect(first.listeners).toBe(0);
  second.update({ d1: { events: [words(' two')] } });
  expect(conversation.transcripts[0].blocks).toMatchObject([{ text: 'One two' }]);
});

test('without a kernel the reply is lost, until one comes that is busy', async () => {
  const session = new Session();
  const { live } = look(session);
  expect(live.state).toBe('looking');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(live.state).toBe('lost');
  session.start('kernel-1', 'busy');
  expect(live.state).toBe('looking');
});

test('a kernel that is idle without giving the widget has lost it', async () => {
  const session = new Session('busy');
  const { live, offer } = look(session);
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(live.state).toBe('looking');
  session.become('idle');
  expect(live.state).toBe('looking');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(live.state).toBe('lost');
  offer(fed());
  expect(live.state).toBe('fed');
});

test('a fed reply stays so while the kernel is idle', async () => {
  const session = new Session('idle');
  const { live, offer } = look(session);
  offer(fed());
  session.become('busy');
  session.become('idle');
  await jest.advanceTimersByTimeAsync(LONG_MS);
  expect(live.state).toBe('fed');
});

test.each(['restarting', 'autorestarting', 'dead'])(
  'a kernel that is %s ends the feed',
  async status => {
    const session = new Session('busy');
    const { live, slot, offer } = look(session);
    const model = fed();
    offer(model);
    session.become(status);
    session.become('idle');
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(live.state).toBe('lost');
    expect(model.listeners).toBe(0);
    expect(slot.dispose).toHaveBeenCalled();
  }
);

test('another kernel, or none, ends the feed', () => {
  for (const next of ['kernel-2', null]) {
    const session = new Session('busy');
    const { live, offer } = look(session);
    offer(fed());
    session.start(next);
    expect(live.state).toBe('lost');
  }
});

test('nothing is left after it is disposed of', () => {
  const session = new Session('idle');
  const { live, slot, offer } = look(session);
  const model = fed();
  offer(model);
  live.dispose();
  session.become('restarting');
  expect(model.listeners).toBe(0);
  expect(offer(fed())).toBe(false);
  expect(slot.dispose).toHaveBeenCalledTimes(1);
  expect(live.state).toBe('fed');
});
