import type { Transcript } from '../../src/model/transcript';
import { Feed } from '../../src/widget/feed';
import { call, done, message, pending, record, words } from './replies';
import { WidgetModel } from './widget-model';

const EMPTY = { seq: 0, replies: [record()] };

function textOf(transcript: Transcript | undefined): string {
  const blocks = transcript?.blocks ?? [];
  return blocks.map(block => (block.kind === 'words' ? block.text : '')).join('');
}

/** The words of the last reply. */
function shown(feed: Feed): string {
  return textOf(feed.conversation.transcripts.at(-1));
}

test('batches that arrive later add to the reply', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.update({ d1: { events: [words('One')] } });
  model.update({ d2: { events: [words(' two')] } });
  expect(shown(feed)).toBe('One two');
});

test('a batch that is a text is words, also an empty one', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.update({ d1: 'One' });
  model.update({ d2: '' });
  model.update({ d3: ' two' });
  expect(shown(feed)).toBe('One two');
});

test('batches that arrived before the feed listened are taken', () => {
  const feed = new Feed(
    new WidgetModel({
      record: EMPTY,
      d1: { events: [words('One')] },
      d2: { events: [words(' two')] }
    })
  );
  expect(shown(feed)).toBe('One two');
});

test('batches that are in the record already are not taken again', () => {
  const model = new WidgetModel({
    record: { seq: 2, replies: [record([words('One two')])] },
    d1: { events: [words('One')] },
    d2: { events: [words(' two')] },
    d3: { events: [words(' three')] }
  });
  expect(shown(new Feed(model))).toBe('One two three');
});

test('a batch waits for the one before it', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.update({ d2: { events: [words(' two')] } });
  expect(shown(feed)).toBe('');
  model.update({ d1: { events: [words('One')] } });
  expect(shown(feed)).toBe('One two');
});

test('batches wait for a record that comes late', () => {
  const model = new WidgetModel({ d1: { events: [words('One')] } });
  const feed = new Feed(model);
  expect(feed.conversation.transcripts).toHaveLength(0);
  model.update({ record: EMPTY });
  expect(shown(feed)).toBe('One');
});

test('a later record fills the gap of a lost connection', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.update({ d1: { events: [words('One')] } });
  model.update({ record: { seq: 3, replies: [record([words('One two three')])] } });
  model.update({ d4: { events: [words(' four'), message(), done()] } });
  expect(shown(feed)).toBe('One two three four');
  expect(feed.conversation.transcripts.at(-1)?.isOver).toBe(true);
});

test('an older record changes nothing', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.update({ d1: { events: [words('One')] } });
  model.update({ record: EMPTY });
  expect(shown(feed)).toBe('One');
});

test('a reply that goes on keeps its transcript', () => {
  const first = new Feed(new WidgetModel({ record: EMPTY }));
  const [transcript] = first.conversation.transcripts;
  const model = new WidgetModel({
    record: { seq: 1, replies: [record([words('One')])] },
    d2: { events: [words(' two')] }
  });
  const second = new Feed(model, first.conversation);
  expect(second.conversation.transcripts).toEqual([transcript]);
  expect(textOf(transcript)).toBe('One two');
});

test('replies begin one after the other, and batches name theirs', () => {
  const model = new WidgetModel({ record: { seq: 0, replies: [] } });
  const feed = new Feed(model);
  model.update({ d1: { begin: record([], { run_id: 'a' }) } });
  model.update({ d2: { events: [words('of a')] } });
  model.update({ d3: { begin: record([], { run_id: 'b' }), events: [words('of b')] } });
  model.update({ d4: { run: 'a', events: [words(', more of a')] } });
  expect(feed.conversation.transcripts.map(textOf)).toEqual([
    'of a, more of a',
    'of b'
  ]);
});

test('two views of one model show the same', () => {
  const model = new WidgetModel({ record: EMPTY });
  const early = new Feed(model);
  model.update({ d1: { events: [words('One')] } });
  const late = new Feed(model);
  model.update({ d2: { events: [words(' two')] } });
  expect([shown(early), shown(late)]).toEqual(['One two', 'One two']);
  early.dispose();
  model.update({ d3: { events: [words(' three')] } });
  expect([shown(early), shown(late)]).toEqual(['One two', 'One two three']);
});

test('nobody listens after the end', () => {
  const model = new WidgetModel({ record: EMPTY });
  new Feed(model).dispose();
  expect(model.listeners).toBe(0);
});

test('a refusal reaches the conversation with what the person had written', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  const refusal = { type: 'refused', message: 'One at a time.', text: 'And why?' };
  model.tell(refusal);
  expect(feed.conversation.refusal).toEqual(refusal);
});

test('other messages are no refusal', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  model.tell({ type: 'something new' });
  model.tell(null);
  expect(feed.conversation.refusal).toBeNull();
});

test('decisions go to the run whose calls wait', () => {
  const events = [message('', call()), pending(call())];
  const replies = [record(events, { run_id: 'a' }), record([], { run_id: 'b' })];
  const model = new WidgetModel({ record: { seq: 0, replies } });
  const decisions = [
    { call_id: 'call-1', answer: 'approve' as const, args_digest: 'digest of call-1' }
  ];
  new Feed(model).actions().decide?.(decisions);
  expect(model.sent).toEqual([{ type: 'decide', run_id: 'a', decisions }]);
});

test('a decision of a call that no longer waits is not sent', () => {
  const model = new WidgetModel({ record: EMPTY });
  new Feed(model).decide([{ call_id: 'gone', answer: 'deny', args_digest: '' }]);
  expect(model.sent).toEqual([]);
});

test('stop names the run, and is not sent once it is over', () => {
  const model = new WidgetModel({ record: EMPTY });
  const feed = new Feed(model);
  feed.actions().stop?.();
  model.update({ d1: { events: [message('All.'), done()] } });
  feed.stop();
  expect(model.sent).toEqual([{ type: 'stop', run_id: 'run-1' }]);
});

test('what is saved folds to what was shown', () => {
  const model = new WidgetModel({
    record: { seq: 1, replies: [record([words('a')])] }
  });
  const feed = new Feed(model);
  model.update({ d2: { events: [words('b'), words('c')] } });
  model.update({ d3: { events: [words('d'), message(), done()] } });
  const [transcript] = feed.conversation.transcripts;
  const saved = feed.logOf(transcript)?.record();
  expect(saved?.events?.[0]).toEqual(words('abcd'));
  const again = new Feed(
    new WidgetModel({ record: { seq: 0, replies: saved ? [saved] : [] } })
  );
  expect(again.conversation.transcripts[0].blocks).toEqual(transcript.blocks);
});

test('the display that stays and outputs of late calls are told', () => {
  const model = new WidgetModel({ record: EMPTY, final: null, outputs: {} });
  const feed = new Feed(model);
  const told = jest.fn();
  feed.subscribe(told);
  expect([feed.final, feed.outputs]).toEqual([null, {}]);
  const output = { output_type: 'stream', name: 'stdout', text: '2' };
  model.update({ outputs: { 'call-1': [output] }, final: { 'text/plain': 'All.' } });
  expect(told).toHaveBeenCalledTimes(1);
  expect(feed.final).toEqual({ 'text/plain': 'All.' });
  expect(feed.outputs).toEqual({ 'call-1': [output] });
});
