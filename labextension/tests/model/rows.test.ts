import { groupSteps, type Row } from '../../src/model/rows';
import { Transcript } from '../../src/model/transcript';
import type { RunEvent } from '../../src/wire';
import {
  failed,
  message,
  python,
  reasoned,
  record,
  result,
  toolCall,
  words
} from './events';

function look(number: number) {
  return toolCall('read_cells', { first: number }, `c${number}`);
}

/** A message that reads, and its result. */
function read(number: number): RunEvent[] {
  return [message(look(number)), result(look(number))];
}

function reads(...numbers: number[]): RunEvent[] {
  return numbers.flatMap(read);
}

function rowsOf(...events: RunEvent[]): readonly Row[] {
  return groupSteps(new Transcript(record(events)).blocks);
}

function shape(rows: readonly Row[]): string[] {
  return rows.map(row => {
    if (row.kind === 'folded') {
      return row.line;
    }
    return row.kind === 'steps' ? `${row.items.length} lines` : row.block.kind;
  });
}

test('four reads in a row are one line, three are three', () => {
  expect(shape(rowsOf(...reads(1, 2, 3)))).toEqual(['3 lines']);
  expect(shape(rowsOf(...reads(1, 2, 3, 4, 5)))).toEqual(['5 look-ups · 60 ms']);
});

test('what stands between keeps reads apart', () => {
  const between: RunEvent[] = [message('Now')];
  expect(shape(rowsOf(...reads(1, 2, 3), ...between, ...reads(4, 5)))).toEqual([
    '3 lines',
    'words',
    '2 lines'
  ]);
});

test('a read that failed or goes on stands for itself', () => {
  const bad = look(9);
  const events = [message(bad), failed(bad, 'gone'), ...reads(1, 2, 3, 4)];
  expect(shape(rowsOf(...events, message(look(5))))).toEqual([
    '1 lines',
    '4 look-ups · 48 ms',
    '1 lines'
  ]);
});

test('thinking is a line among the others', () => {
  expect(shape(rowsOf(message(reasoned('hm'), look(1)), result(look(1))))).toEqual([
    '2 lines'
  ]);
});

test('a call that acts stands for itself', () => {
  const call = python('1');
  expect(shape(rowsOf(...reads(1), message(call), result(call), ...reads(2)))).toEqual([
    '1 lines',
    'step',
    '1 lines'
  ]);
});

test('rows that are the same stay the same', () => {
  const events = [message('a'), ...reads(1, 2, 3, 4), message('b'), ...reads(5)];
  const reply = new Transcript(record([...events, words('c')]));
  const before = groupSteps(reply.blocks);
  reply.apply(words('d'));
  const after = groupSteps(reply.blocks, before);
  expect(after.map((row, place) => row === before[place])).toEqual([
    true,
    true,
    true,
    true,
    false
  ]);
});

test('a row that grows is another one', () => {
  const reply = new Transcript(record(reads(1, 2)));
  const before = groupSteps(reply.blocks);
  reply.append(read(3));
  const three = groupSteps(reply.blocks, before);
  expect(three[0]).not.toBe(before[0]);
  expect(three[0].id).toBe(before[0].id);
  reply.append(read(4));
  expect(shape(groupSteps(reply.blocks, three))).toEqual(['4 look-ups · 48 ms']);
});
