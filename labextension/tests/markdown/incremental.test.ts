import { createBundledMarkdown } from '../../src/markdown/bundled';
import { IncrementalMarkdown, MAX_RENDERED } from '../../src/markdown/incremental';
import type { ICodeBlock } from '../../src/markdown/incremental';
import type { IMarkdown } from '../../src/view/ports';
import { FakeClock, ManualClock } from './fakes';

/** Renders paragraphs of plain text, and remembers what it was asked for. */
class FakeMarkdown implements IMarkdown {
  readonly rendered: string[] = [];
  running = 0;
  mostRunning = 0;

  async render(markdown: string): Promise<HTMLElement> {
    this.rendered.push(markdown);
    this.mostRunning = Math.max(this.mostRunning, ++this.running);
    await Promise.resolve();
    this.running--;
    const node = document.createElement('div');
    node.append(
      ...markdown.split(/\n\n+/).map(words => {
        const paragraph = document.createElement('p');
        paragraph.textContent = words;
        return paragraph;
      })
    );
    return node;
  }

  async highlight(): Promise<DocumentFragment> {
    return document.createDocumentFragment();
  }

  get characters(): number {
    return this.rendered.reduce((sum, text) => sum + text.length, 0);
  }
}

function viewOf(markdown: IMarkdown, onCode?: (code: ICodeBlock) => void) {
  return new IncrementalMarkdown(markdown, {
    clock: new FakeClock(),
    onCode: onCode && ((_, code) => onCode(code))
  });
}

/** Show a text in so many deltas, a frame each. */
async function stream(
  markdown: IMarkdown,
  text: string,
  count: number
): Promise<IncrementalMarkdown> {
  const clock = new ManualClock();
  const view = new IncrementalMarkdown(markdown, { clock });
  for (let at = 1; at <= count; at++) {
    view.update(text.slice(0, Math.floor((text.length * at) / count)), at === count);
    await clock.draw();
  }
  let isSettled = false;
  void view.settled.then(() => (isSettled = true));
  while (!isSettled) {
    await clock.draw();
  }
  return view;
}

describe('the work for a reply in many deltas', () => {
  const section = `${'some words of a paragraph '.repeat(15)}\n\n- one\n- two\n\n`;

  it.each([
    ['paragraphs', section.repeat(170), 20_000],
    ['one giant paragraph', 'word '.repeat(16_000), 2_000],
    ['one list', '- an item of the list\n'.repeat(2_000), 2_000],
    ['a list with blank lines', '1. an item of the list\n\n'.repeat(2_000), 2_000],
    ['one table', `| a | b |\n|---|---|\n${'| cell | cell |\n'.repeat(4_000)}`, 2_000]
  ])('is a small multiple of its length: %s', async (_, text, count) => {
    const markdown = new FakeMarkdown();

    const view = await stream(markdown, text, count);

    expect(markdown.characters).toBeLessThan(24 * text.length);
    expect(markdown.mostRunning).toBe(1);
    expect(view.node.textContent?.replace(/\s/g, '')).toContain(
      text.slice(-200).replace(/\s/g, '')
    );
  });

  it('renders nothing for a fence of 2 MB that grows', async () => {
    const markdown = new FakeMarkdown();
    const fence = 'x = 1  # a line of code\n'.repeat(90_000);

    const view = await stream(markdown, `\`\`\`python\n${fence}\`\`\`\n`, 500);

    expect(markdown.characters).toBe(0);
    expect(view.node.querySelector('pre > code')?.textContent).toBe(fence);
  });
});

describe('a growing text', () => {
  it('keeps the nodes of closed blocks', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('First\n\nSecond', false);
    await view.settled;
    const first = view.node.firstChild;

    view.update('First\n\nSecond\n\nThird', true);
    await view.settled;

    expect(view.node.firstChild).toBe(first);
    expect(view.node.textContent).toContain('Third');
  });

  it('keeps a selection in closed blocks', async () => {
    const view = viewOf(createBundledMarkdown());
    document.body.append(view.node);
    view.update('First words\n\nSecond', false);
    await view.settled;
    const words = view.node.querySelector('p')?.firstChild as Text;
    getSelection()?.setBaseAndExtent(words, 0, words, 5);

    view.update('First words\n\nSecond\n\n- a\n', true);
    await view.settled;

    expect(getSelection()?.toString()).toBe('First');
    view.node.remove();
  });

  it('keeps the nodes of the open end when it closes without a change', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('Words', false);
    await view.settled;
    const words = view.node.firstChild;

    view.update('Words\n\n', true);
    await view.settled;

    expect(view.node.firstChild).toBe(words);
  });

  it('starts anew with another text', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('One\n\nTwo', false);
    await view.settled;

    view.update('Three', true);
    await view.settled;

    expect(view.node.textContent?.trim()).toBe('Three');
  });

  it('has a caret after its last word until it is complete', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('- one\n- two **words', false);
    await view.settled;
    const item = view.node.querySelectorAll('li')[1];

    expect(item?.lastElementChild?.className).toBe('jp-Assistant-caret');

    view.update('- one\n- two **words**', true);
    await view.settled;

    expect(view.node.querySelector('.jp-Assistant-caret')).toBeNull();
  });

  it('has a caret in code that grows', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('```python\nx = 1', false);
    await view.settled;

    expect(view.node.querySelector('code')?.lastElementChild?.className).toBe(
      'jp-Assistant-caret'
    );
    expect(view.node.textContent).toBe('x = 1');
  });

  it('shows code that grows without the marks that may close it', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('```python\nx = 1\n``', false);
    await view.settled;

    expect(view.node.textContent).toBe('x = 1\n');
  });

  it('names invisible characters in code that grows', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('```\na\u202eb\u001b[31m', false);
    await view.settled;

    expect(view.node.textContent).toBe('aU+202Eb');
  });

  it('shows the newest words of a long block before they are rendered', async () => {
    const view = viewOf(createBundledMarkdown());
    const start = '- an item of a long list\n'.repeat(400);
    view.update(start, false);
    await view.settled;
    view.update(`${start}- the newest`, false);
    await view.settled;

    expect(view.node.textContent).toContain('- the newest');
  });

  it('links to a definition that comes later', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update('See [it].\n\nMore.\n\n', false);
    await view.settled;
    expect(view.node.querySelector('a')).toBeNull();

    view.update('See [it].\n\nMore.\n\n[it]: https://it.example/\n', true);
    await view.settled;

    expect(view.node.querySelector('a')?.href).toBe('https://it.example/');
  });
});

describe('code blocks', () => {
  it('are announced once, when they are closed', async () => {
    const codes: ICodeBlock[] = [];
    const view = viewOf(createBundledMarkdown(), code => codes.push(code));
    view.update('a\n\n```python\nx = 1\n', false);
    await view.settled;
    expect(codes).toEqual([]);

    view.update(
      'a\n\n```python\nx = 1\n```\nb\n\n- c\n\n  ```sql\n  select\n  ```\n',
      false
    );
    await view.settled;
    view.update(
      'a\n\n```python\nx = 1\n```\nb\n\n- c\n\n  ```sql\n  select\n  ```\nd',
      true
    );
    await view.settled;

    expect(codes).toEqual([
      { language: 'python', text: 'x = 1' },
      { language: 'sql', text: 'select' }
    ]);
  });

  it('give their text with the characters that are only named on the page', async () => {
    const codes: ICodeBlock[] = [];
    const view = viewOf(createBundledMarkdown(), code => codes.push(code));

    view.update('```\na\u202eb\n```\n', true);
    await view.settled;

    expect(codes).toEqual([{ language: '', text: 'a\u202eb' }]);
  });

  it('give their text without the caret', async () => {
    const codes: ICodeBlock[] = [];
    const view = viewOf(createBundledMarkdown(), code => codes.push(code));
    view.update('    indented', false);
    await view.settled;
    view.update('    indented', true);
    await view.settled;

    expect(codes).toEqual([{ language: '', text: 'indented' }]);
  });
});

describe('what can not be rendered', () => {
  it('is shown plain if the renderer fails', async () => {
    const failing: IMarkdown = {
      render: () => Promise.reject(new Error('no')),
      highlight: () => Promise.reject(new Error('no'))
    };
    const view = viewOf(failing);
    view.update('One **two**\n\nthree', false);
    await view.settled;
    view.update('One **two**\n\nthree four', true);
    await view.settled;

    expect(view.node.textContent).toContain('One **two**');
    expect(view.node.textContent).toContain('three four');
  });

  it('is shown plain if it is one long paragraph', async () => {
    const view = viewOf(createBundledMarkdown());
    const text = '*a* '.repeat(MAX_RENDERED / 4 + 1);
    view.update(text, true);
    await view.settled;

    expect(view.node.querySelector('em')).toBeNull();
    expect(view.node.textContent).toBe(text);
  });

  it('is put together from parts if it is one long table', async () => {
    const view = viewOf(createBundledMarkdown());
    view.update(
      `| a | b |\n|---|---|\n${'| a cell of a table | `y` |\n'.repeat(1_600)}`,
      true
    );
    await view.settled;

    expect(view.node.querySelectorAll('table')).toHaveLength(1);
    expect(view.node.querySelectorAll('tbody > tr')).toHaveLength(1_600);
  });
});

it('shows nothing after it was disposed', async () => {
  const view = viewOf(createBundledMarkdown());
  view.update('One', false);
  view.dispose();
  await view.settled;
  view.update('One\n\nTwo', true);
  await view.settled;

  expect(view.node.textContent).toBe('');
});

it('takes several updates of one task as one', async () => {
  const markdown = new FakeMarkdown();
  const view = viewOf(markdown);
  for (const text of ['a', 'ab', 'abc']) {
    view.update(text, false);
  }
  await view.settled;

  expect(markdown.rendered).toEqual(['abc']);
});
