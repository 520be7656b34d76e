import { BlockScanner, closedEnd, pieces } from '../../src/markdown/blocks';
import { createBundledMarkdown } from '../../src/markdown/bundled';
import { IncrementalMarkdown } from '../../src/markdown/incremental';
import { TEXTS, deltas, randomText, seeded } from './corpus';
import { shown } from './dom';
import { FakeClock } from './fakes';

const markdown = createBundledMarkdown();

async function inDeltas(parts: readonly string[]): Promise<string> {
  const view = new IncrementalMarkdown(markdown, { clock: new FakeClock() });
  let text = '';
  for (const part of parts) {
    text += part;
    view.update(text, false);
    await view.settled;
  }
  view.update(text, true);
  await view.settled;
  return shown(view.node);
}

async function expectSame(text: string, random: () => number): Promise<void> {
  const whole = shown(await markdown.render(text));
  const parts = deltas(text, 1 + Math.floor(random() * 30), random);
  const piecewise = await inDeltas(parts);
  if (piecewise !== whole) {
    throw new Error(
      `${JSON.stringify(parts)}\nin parts: ${piecewise}\nas whole: ${whole}`
    );
  }
}

describe('a text that comes in deltas', () => {
  it.each(Object.entries(TEXTS))('looks as the whole: %s', async (_, text) => {
    const random = seeded(text.length);
    for (let round = 0; round < 3; round++) {
      await expectSame(text, random);
    }
  });

  it('looks as the whole whatever its lines are', async () => {
    const random = seeded(7);
    for (let round = 0; round < Number(process.env.ROUNDS ?? 80); round++) {
      await expectSame(randomText(random), random);
    }
  });
});
describe('the text that is closed', () => {
  it.each([
    ['One\n\nTw', 'One\n\n'],
    ['One\n\n', ''],
    ['One\n\n  indented', ''],
    ['- a\n\n', ''],
    ['- a\n\n-', ''],
    ['- a\n\n- b', ''],
    ['- a\n\n12', ''],
    ['- a\n\n12 apples', '- a\n\n'],
    ['- a\n\n  more', ''],
    ['- a\n\nText', '- a\n\n'],
    ['text\n```python\nx\n\ny', 'text\n'],
    ['```python\nx\n```\n', '```python\nx\n```\n'],
    ['````\n```\n\na', ''],
    ['~~~\n```\n\na\n~~~\n', '~~~\n```\n\na\n~~~\n'],
    ['- a\n  ```\n\n  x\n', ''],
    ['a\n---', ''],
    ['| a |\n|---|\n| b |\n', '']
  ])('of %j is %j', (text, closed) => {
    expect(text.slice(0, closedEnd(text, 0))).toBe(closed);
  });

  it('is counted from where it was closed before', () => {
    expect(closedEnd('One\n\nTwo\n\nThree', 5)).toBe(10);
  });

  it('is the same however the text came', () => {
    const scanner = new BlockScanner();
    const text = 'a\n\nb\n```\nc\n```\nd';
    const cuts = [...text].flatMap((_, at) => scanner.feed(text.slice(0, at + 1)));

    expect(cuts).toEqual(new BlockScanner().feed(text));
    expect(pieces(text).join('')).toBe(text);
  });

  it('ends before code of which the closing marks may still come', () => {
    const scanner = new BlockScanner();
    scanner.feed('```python\nx = 1\n``');

    expect(scanner.openFence).toMatchObject({ language: 'python', codeStart: 10 });
    expect(scanner.codeEnd).toBe(16);
  });
});
