import { argumentsOf, hides } from '../../src/model/arguments';
import { changedLines } from '../../src/model/changes';
import { hidesSomething, visible, visiblePieces } from '../../src/model/visible';
import { python, toolCall } from './events';

describe('hidden characters', () => {
  test.each([
    ['plain text\twith\nlines and é, 日本, 😀', null],
    ['a\u200bb', 'a[U+200B]b'],
    ['if admin\u202e:', 'if admin[U+202E]:'],
    ['\u00a0\u2028\u3000', '[U+00A0][U+2028][U+3000]'],
    ['\r\x00\x1b[31m', '[U+000D][U+0000][U+001B][31m'],
    ['\u3164\u115f\u1160\u2800\uffa0', '[U+3164][U+115F][U+1160][U+2800][U+FFA0]'],
    ['a\ufe0f\u{e0100}', 'a[U+FE0F][U+E0100]'],
    ['\u{e0041}\ud800', '[U+E0041][U+D800]']
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown ?? text);
    expect(hidesSomething(text)).toBe(shown !== null);
  });

  test('come as pieces of their own', () => {
    expect(visiblePieces('a\u200b\u200bb')).toEqual([
      { text: 'a', isMark: false },
      { text: 'U+200B', isMark: true },
      { text: 'U+200B', isMark: true },
      { text: 'b', isMark: false }
    ]);
    expect(visiblePieces('')).toEqual([]);
    expect(visiblePieces('\u200b')).toEqual([{ text: 'U+200B', isMark: true }]);
  });
});

describe('arguments', () => {
  test('are all there, in order, readable', () => {
    const call = toolCall('send', {
      to: 'all\u200b',
      count: { 'a\u202e': 1 },
      text: 'a\nb'
    });
    expect(argumentsOf(call)).toEqual([
      { name: 'to', text: 'all[U+200B]', language: '', isLong: false },
      { name: 'count', text: '{\n  "a[U+202E]": 1\n}', language: 'json', isLong: true },
      { name: 'text', text: 'a\nb', language: '', isLong: true }
    ]);
    const long = argumentsOf(toolCall('send', { to: 'x'.repeat(61) }));
    expect(long[0].isLong).toBe(true);
  });

  test('of Python are its code', () => {
    expect(argumentsOf(python('\n  a\nb\n'))).toEqual([
      { name: '', text: '  a\nb', language: 'python', isLong: true }
    ]);
  });

  test('that are no object are shown as the model wrote them', () => {
    const call = { ...python(''), args: '"oh\u200b no"' };
    expect(argumentsOf(call)).toEqual([
      { name: '', text: 'oh[U+200B] no', language: '', isLong: true }
    ]);
    expect(hides(call)).toBe(true);
  });

  test('tell whether something hides among them, at any depth', () => {
    expect(hides(toolCall('send', { a: [{ b: ['c\u200b'] }] }))).toBe(true);
    expect(hides(toolCall('send', { 'a\u200b': 1 }))).toBe(true);
    expect(hides(toolCall('send', { a: [1, null, 'b\n'] }))).toBe(false);
  });
});

test.each([
  ['a\nb\nc', 'a\nx\nc', '1 line'],
  ['a\nb\nc', 'a\nb\nc', '0 lines'],
  ['a\nc', 'a\nb\nc', '1 line'],
  ['a\nb\nc\nd', 'a\nx\nb\nc', '1 line'],
  ['a\nb\nc\nd', 'x\nb\nc\ny', '2 lines'],
  ['a\na', 'a', '1 line']
])('%j became %j: %s changed', (model, person, words) => {
  expect(changedLines(python(model), python(person))).toBe(words);
});

test('of very long code all that differs counts as changed', () => {
  const lines = (mark: string): string =>
    ['same', ...Array.from({ length: 2000 }, (_, at) => `${mark}${at % 2}`)].join('\n');
  expect(changedLines(python(lines('a')), python(lines('b')))).toBe('2000 lines');
});
