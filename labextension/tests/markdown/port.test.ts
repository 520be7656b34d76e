import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { marked } from 'marked';

import { createBundledMarkdown } from '../../src/markdown/bundled';
import { MAX_HIGHLIGHTED } from '../../src/markdown/port';
import { createRendermimeMarkdown } from '../../src/markdown/rendermime';

/** What JupyterLab does, as far as the port needs it; remembers what it was given. */
class FakeRendermime {
  readonly parsed: string[] = [];
  readonly typeset: string[] = [];
  readonly markdownParser = {
    render: async (text: string): Promise<string> => {
      this.parsed.push(text);
      return marked.parse(text);
    }
  };
  readonly latexTypesetter = {
    typeset: (node: HTMLElement): void => {
      this.typeset.push(node.textContent ?? '');
      node.querySelectorAll('span').forEach(formula => {
        formula.innerHTML = '<a href="javascript:a()" id="x">typeset</a>';
      });
    }
  };
}

const bundled = createBundledMarkdown();
const withFake = (fake: FakeRendermime) =>
  createRendermimeMarkdown(fake as unknown as IRenderMimeRegistry);
const implementations = { bundled, rendermime: withFake(new FakeRendermime()) };

describe.each(Object.entries(implementations))('%s', (_, markdown) => {
  it('shows HTML as text, but for a few words of it', async () => {
    const node = await markdown.render('a <div>b</div> H<sub>2</sub>O `<i>` <br> a<b');

    expect(node.querySelector('div')).toBeNull();
    expect(node.querySelector('sub')?.textContent).toBe('2');
    expect(node.querySelector('code')?.textContent).toBe('<i>');
    expect(node.querySelector('br')).not.toBeNull();
    expect(node.textContent).toContain('<div>b</div>');
    expect(node.textContent).toContain('a<b');
  });

  it('keeps formulas from Markdown, and money from formulas', async () => {
    const node = await markdown.render('$a_1$ *b* $c_1$ costs $5 and $6 `$x$`');

    expect(node.querySelectorAll('.jp-Assistant-formula')).toHaveLength(2);
    expect(node.querySelectorAll('em')).toHaveLength(1);
    expect(node.textContent).toContain('costs $5 and $6 $x$');
  });

  it('shows the source of TeX that reaches out of its formula', async () => {
    const node = await markdown.render(
      '$\\href{https://x.example}{y}$ $\\def\\x{1}\\x$'
    );

    expect(node.textContent?.trim()).toBe(
      '$\\href{https://x.example}{y}$ $\\def\\x{1}\\x$'
    );
  });

  it('isolates a change of direction in prose and names it in code', async () => {
    const node = await markdown.render('a \u202eb `c\u202ed`');

    expect(node.querySelector('bdi')?.textContent).toBe('a \u202eb ');
    expect(node.querySelector('code')?.textContent).toBe('cU+202Ed');
  });

  it('leaves an address in angle brackets a link', async () => {
    const node = await markdown.render('<https://x.example/> <javascript:a()>');

    expect(node.querySelectorAll('a')).toHaveLength(1);
  });

  it('leaves a formula in an address as it is', async () => {
    const node = await markdown.render('[a](https://x.example/?$b$ "t")');

    expect(node.querySelector('a')?.getAttribute('href')).toContain('?$b$');
  });

  it('shows emphasis plain that would take too long', async () => {
    const node = await markdown.render('**a '.repeat(2_000));

    expect(node.textContent).toBe('**a '.repeat(2_000));
  });

  it('names invisible characters in code to be highlighted', async () => {
    const node = document.createElement('pre');
    node.append(await markdown.highlight('x = "\u200b"', 'unknown'));

    expect(node.textContent).toBe('x = "U+200B"');
  });
});

describe('bundled', () => {
  it('makes MathML of formulas', async () => {
    const node = await bundled.render('$$\\frac{1}{2}$$');

    expect(node.querySelector('math mfrac')).not.toBeNull();
    expect(node.querySelector('[style], [href], [id]')).toBeNull();
  });

  it('shows the source of TeX that it does not know', async () => {
    const node = await bundled.render('$\\nonsense{x}$');

    expect(node.textContent?.trim()).toBe('$\\nonsense{x}$');
  });

  it.each([
    'python',
    'Python',
    'js',
    'ts',
    'json',
    'sh',
    'sql',
    'r',
    'julia',
    'yaml',
    'html'
  ])('highlights %s', async language => {
    const code = { json: '{"a": 1}', yaml: 'a: 1', html: '<p>x</p>', sql: 'select 1' }[
      language
    ];
    const node = await bundled.render(`\`\`\`${language}\n${code ?? '"a"'}\n\`\`\``);

    expect(node.querySelector('code > span[class^="hljs-"]')).not.toBeNull();
  });

  it('leaves long code plain', async () => {
    const code = 'x = 1\n'.repeat(MAX_HIGHLIGHTED / 6 + 1);
    const node = await bundled.render(`\`\`\`python\n${code}\`\`\``);

    expect(node.querySelector('code')?.childElementCount).toBe(0);
    expect(node.querySelector('code')?.textContent).toBe(code);
  });
});

describe('rendermime', () => {
  it('never gets HTML, or a language it would draw', async () => {
    const fake = new FakeRendermime();

    await withFake(fake).render(
      '<img src=x>\n\n```mermaid\ngraph\n```\n\n- ~~~ mermaid\n'
    );

    expect(fake.parsed).toHaveLength(1);
    expect(fake.parsed[0]).not.toMatch(/<img|[`~ ]mermaid/);
  });

  it('typesets nothing but formulas, and disarms them', async () => {
    const fake = new FakeRendermime();

    const node = await withFake(fake).render('$5 and $x$ and \\[y\\]');

    expect(fake.typeset).toEqual(['\\(x\\)\\[y\\]']);
    expect(node.querySelector('[href], [id]')).toBeNull();
    expect(node.textContent?.trim()).toBe('$5 and typeset and typeset');
  });

  it('highlights code that holds fences', async () => {
    const fake = new FakeRendermime();
    fake.markdownParser.render = async text => {
      fake.parsed.push(text);
      return '<pre><code class="language-x"><span class="k">```</span>\na</code></pre>';
    };

    const code = await withFake(fake).highlight('```\na', 'x');

    expect(fake.parsed[0]).toBe('````x\n```\na\n````\n');
    expect(code.querySelector('.k')?.textContent).toBe('```');
  });

  it('shows code plain if its highlighting is another text', async () => {
    const fake = new FakeRendermime();
    fake.markdownParser.render = async () => '<pre><code><span>b</span></code></pre>';

    const code = await withFake(fake).highlight('a', 'x');

    expect(code.textContent).toBe('a');
  });
});
