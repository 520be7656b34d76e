import { OutputModel } from '@jupyterlab/rendermime/lib/outputmodel';
import { replyIn, ReplyOutput } from '../../src/lab/output';
import { REPLY_MIME, WIDGET_MIME } from '../../src/widget/protocol';
import { record } from '../widget/replies';

const LIVE = { v: 1, reply: record(), live: 'widget-1' };

function output(data: object, metadata: object = {}): OutputModel {
  const value = { output_type: 'display_data', data, metadata };
  return new OutputModel({ value: value as never });
}

test.each([
  ['nothing of ours', { 'text/plain': 'Hi' }],
  ['a later version', { [REPLY_MIME]: { ...LIVE, v: 2 } }],
  ['no reply', { [REPLY_MIME]: { v: 1 } }],
  ['no object', { [REPLY_MIME]: 'Hi' }]
])('there is no reply to show in %s', (_, data) => {
  expect(replyIn(data as never)).toBeNull();
});

test('it is live while its data name a widget', () => {
  const found = new ReplyOutput();
  expect(found.isLive).toBe(false);
  found.follow(output({ [REPLY_MIME]: LIVE }));
  expect(found.isLive).toBe(true);
  found.follow(output({ [REPLY_MIME]: { v: 1, reply: record() } }));
  expect(found.isLive).toBe(false);
});

test('notes add up beside what else is noted, and go with the final form', () => {
  const model = output({ [REPLY_MIME]: LIVE, [WIDGET_MIME]: {} }, { other: 1 });
  const found = new ReplyOutput();
  found.follow(model);
  found.note({ load: 'a' });
  found.note({ calls: ['call-1'] });
  expect(model.toJSON()).toMatchObject({
    metadata: { other: 1, jupyter_assistant: { load: 'a', calls: ['call-1'] } }
  });
  expect(found.notes).toEqual({ load: 'a', calls: ['call-1'] });
  found.finish({ 'text/plain': 'All.' });
  expect(model.toJSON()).toEqual({
    output_type: 'display_data',
    data: { 'text/plain': 'All.' },
    metadata: { other: 1 }
  });
});
