import { clean, cleanableLength, namedHidden } from '../../src/markdown/characters';

describe('clean text', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://x\u0007link\u001b]8;;\u001b\\', 'link'],
    ['\u001b(B\u001bMx', 'x'],
    ['a\u0000b\u0007', 'a\u2400b\u2407'],
    ['\u007f\u009b', '\u2421\ufffd'],
    ['a\ud83d b\ude00', 'a\ufffd b\ufffd'],
    ['\ufdd00\ufdd1', '\ufffd0\ufffd'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['\ud83d\ude00\t\n', '\ud83d\ude00\t\n']
  ])('of %j is %j', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['abc', 3],
    ['abc\u001b', 3],
    ['abc\u001b[3', 3],
    ['abc\u001b[31m', 8],
    ['abc\ud83d', 3],
    ['abc\r', 3]
  ])('waits for what may go on: %j', (text, length) => {
    expect(cleanableLength(text)).toBe(length);
  });
});

it('names what can not be seen', () => {
  expect(namedHidden('a\u202eb\u{e0041}')).toEqual([
    { text: 'a', isHidden: false },
    { text: 'U+202E', isHidden: true },
    { text: 'b', isHidden: false },
    { text: 'U+E0041', isHidden: true }
  ]);
});
