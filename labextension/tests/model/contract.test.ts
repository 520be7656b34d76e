/** The view shows what the kernel shows, in whichever way a reply reaches it. */
import { bylineFacts } from '../../src/model/byline';
import type { ReplyStatus } from '../../src/model/blocks';
import { Conversation } from '../../src/model/conversation';
import { Transcript } from '../../src/model/transcript';
import { linesOf } from './lines';
import { contracts, type IContract } from './replies';

const STATUS: Readonly<Record<string, ReplyStatus>> = {
  'Waiting for you': 'pending',
  end: 'done',
  cancelled: 'stopped',
  rounds: 'limited',
  error: 'failed'
};

/** A step that was approved is one short line in the view. */
function expectedOf({ expected }: IContract): unknown {
  const text = JSON.stringify(expected);
  return JSON.parse(text.replace(/approved by you at HH:MM/g, 'approved HH:MM'));
}

const each = test.each(contracts.map(one => [one.name, one] as const));

describe('event by event', () => {
  each('%s', (_, contract) => {
    const transcript = new Transcript(contract.record);
    contract.events.forEach(event => transcript.apply(event));
    expect(linesOf(transcript)).toEqual(expectedOf(contract));
    expect(transcript.status).toBe(STATUS[contract.status]);
  });
});

describe('as a kernel feeds it', () => {
  each('%s', (_, contract) => {
    const conversation = new Conversation();
    for (const batch of contract.feed) {
      const words = typeof batch === 'string' ? batch : null;
      const { begin, events = [] } = typeof batch === 'string' ? {} : batch;
      if (begin) {
        conversation.begin(begin);
      }
      conversation.append(null, words ? [{ type: 'text', text: words }] : events);
    }
    expect(linesOf(conversation.transcripts[0])).toEqual(expectedOf(contract));
  });
});

describe('as a notebook keeps it', () => {
  each('%s', (_, contract) => {
    const transcript = new Transcript(contract.saved);
    expect(linesOf(transcript)).toEqual(expectedOf(contract));
    expect(transcript.status).toBe(STATUS[contract.status]);
    if (transcript.isOver) {
      expect(bylineFacts(transcript).join(' · ')).toBe(contract.byline);
    }
    const thought = transcript.blocks.filter(block => block.kind === 'thinking');
    const seconds = thought.map(block => block.seconds ?? 0);
    expect(seconds).toEqual(contract.saved.thought_s ?? []);
  });
});

describe('to who comes in the middle', () => {
  each('%s', (_, contract) => {
    const { record, rest } = contract.late;
    const transcript = new Transcript(record);
    transcript.append(rest);
    expect(linesOf(transcript)).toEqual(expectedOf(contract));
    const whole = new Transcript(contract.record);
    whole.append(contract.events);
    const ids = whole.blocks.map(block => block.id);
    expect(transcript.blocks.map(block => block.id)).toEqual(ids);
  });
});
