/** What holds for the log of any run. */
import type { Block } from '../../src/model/blocks';
import { isEqual } from '../../src/model/equal';
import { groupSteps } from '../../src/model/rows';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent } from '../../src/wire';
import { Clock, message, record, words } from './events';
import { batchesOf, fedBy, Random, randomLog } from './random';

const RUNS = 100;
const seeds = Array.from({ length: RUNS }, (_, seed) => seed);

function standing(): () => number {
  return new Clock().now;
}

function folded(log: readonly RunEvent[]): Transcript {
  const transcript = new Transcript(record(), standing());
  transcript.append(log);
  return transcript;
}

test('it does not matter where batches end', () => {
  for (const seed of seeds) {
    const random = new Random(seed);
    const log = randomLog(random);
    const transcript = new Transcript(record(), standing());
    batchesOf(random, log).forEach(batch => transcript.append(batch));
    expect(transcript.blocks).toEqual(folded(log).blocks);
    expect(transcript.status).toBe(folded(log).status);
  }
});

test('words that came as deltas stand for those that a message leaves out', () => {
  for (const seed of seeds) {
    const log = randomLog(new Random(seed));
    expect(folded(fedBy(log)).blocks).toEqual(folded(log).blocks);
  }
});

test('a block changes identity exactly when it changes', () => {
  for (const seed of seeds) {
    const transcript = new Transcript(record(), standing());
    for (const event of randomLog(new Random(seed))) {
      const before = new Map(transcript.blocks.map(block => [block.id, block]));
      transcript.apply(event);
      const changedForNothing = transcript.blocks.filter(block => {
        const old = before.get(block.id);
        return old !== undefined && old !== block && isEqual(old, block);
      });
      expect(changedForNothing).toEqual([]);
    }
  }
});

test('blocks that were handed out never change', () => {
  for (const seed of seeds) {
    const transcript = new Transcript(record(), standing());
    const seen: [readonly Block[], string][] = [];
    for (const event of randomLog(new Random(seed))) {
      transcript.apply(event);
      seen.push([transcript.blocks, JSON.stringify(transcript.blocks)]);
    }
    seen.forEach(([blocks, then]) => expect(JSON.stringify(blocks)).toBe(then));
  }
});

test('no two blocks and no two rows have the same id', () => {
  for (const seed of seeds) {
    const { blocks } = folded(randomLog(new Random(seed)));
    const ids = blocks.map(block => block.id);
    expect(new Set(ids).size).toBe(ids.length);
    const rows = groupSteps(blocks).map(row => row.id);
    expect(new Set(rows).size).toBe(rows.length);
  }
});

test('a restored reply keeps the blocks that are the same', () => {
  for (const seed of seeds) {
    const log = randomLog(new Random(seed));
    const transcript = folded(log);
    const before = transcript.blocks;
    transcript.restore(record(log));
    const after = new Map(transcript.blocks.map(block => [block.id, block]));
    expect(transcript.blocks.map(block => block.id)).toEqual(before.map(b => b.id));
    const kept = before.filter(block => block.kind !== 'thinking');
    kept.forEach(block => expect(after.get(block.id)).toBe(block));
  }
});

test('events of other runs and of later versions never fail', () => {
  const later = [
    { type: 'hologram', beam: 1 },
    { type: 'decided', call_id: 'other', answer: 'deny', by: 'person', at: '' },
    { type: 'tool_result', result: { call_id: 'other', tool: 't', text: '' } },
    { type: 'error', kind: 'curse', message: 'new' },
    { type: 'done', reason: 'bored' }
  ] as unknown as RunEvent[];
  for (const seed of seeds) {
    const random = new Random(seed);
    const log = randomLog(random).flatMap(event => [event, random.pick(later)]);
    expect(() => folded(log)).not.toThrow();
  }
});

test('twenty thousand deltas are linear work', () => {
  const transcript = new Transcript(record([message('Before'), message('too')]));
  const first = transcript.blocks[0];
  const made = new Set<Block>(transcript.blocks);
  const DELTAS = 20_000;
  for (let count = 0; count < DELTAS; count += 1) {
    transcript.apply(words('word '));
    transcript.blocks.forEach(block => made.add(block));
  }
  // Each delta made one block, and nothing else anew.
  expect(made.size).toBe(2 + DELTAS);
  expect(transcript.version).toBe(DELTAS);
  expect(transcript.blocks).toHaveLength(3);
  expect(transcript.blocks[0]).toBe(first);
  expect(transcript.blocks[2]).toMatchObject({ text: 'word '.repeat(DELTAS) });
});
