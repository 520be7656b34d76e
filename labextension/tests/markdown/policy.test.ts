import { safeCode, safeWords } from '../../src/markdown/policy';

function words(html: string): HTMLElement {
  const node = document.createElement('div');
  node.append(safeWords(html));
  return node;
}

describe('the policy', () => {
  it('makes nodes that are not of the page', () => {
    expect(safeWords('<p>x</p>').ownerDocument).not.toBe(document);
  });

  it('drops what runs, draws, loads or asks', () => {
    const node = words(
      '<script>a()</script><svg onload=a()><a href="javascript:a()">x</a></svg>' +
        '<iframe src=x></iframe><form><input name=body><button>b</button></form>' +
        '<style>p{}</style><p id=x name=y style="color:red" onclick="a()">words</p>' +
        '<math><mi xlink:href="javascript:a()">m</mi></math><video src=x></video>'
    );

    expect(
      node.querySelector('script, svg, iframe, form, style, math, video')
    ).toBeNull();
    expect(node.querySelector('p')?.outerHTML).toBe('<p dir="auto">words</p>');
  });

  it.each([
    'javascript:a()',
    'JaVa\tScript:a()',
    'data:text/html,x',
    'vbscript:a',
    'other.ipynb',
    '/hub/logout',
    '//x.example/',
    '#top',
    '?reset',
    'command:run'
  ])('has no link to %j', href => {
    const link = document.createElement('a');
    link.setAttribute('href', href);
    link.textContent = 'words';

    const node = words(link.outerHTML);

    expect(node.querySelector('a')).toBeNull();
    expect(node.textContent).toBe('words');
  });

  it('opens links apart and names where they lead', () => {
    const link = words('<a href="https://x.example/a" target="_top" title="t">w</a>');

    expect(link.innerHTML).toBe(
      '<a href="https://x.example/a" title="https://x.example/a" target="_blank"' +
        ' rel="noopener noreferrer">w</a>'
    );
  });

  it('makes a link of a remote image', () => {
    const node = words('<p><img src="https://x.example/i.png?q=1" alt="a chart"></p>');

    expect(node.querySelector('img')).toBeNull();
    expect(node.querySelector('a')?.textContent).toBe('a chart (x.example)');
    expect(node.querySelector('a')?.target).toBe('_blank');
  });

  it('keeps the link around a remote image', () => {
    const node = words(
      '<a href="https://a.example/"><img src="https://b.example/" alt="i"></a>'
    );

    expect(node.querySelectorAll('a')).toHaveLength(1);
    expect(node.querySelector('a')?.href).toBe('https://a.example/');
    expect(node.textContent).toBe('i (b.example)');
  });

  it.each([
    'i.png',
    '//x.example/i.png',
    'data:image/svg+xml;base64,AA==',
    'attachment:i'
  ])('shows the words instead of the image %j', source => {
    const node = words(`<img src="${source}" alt="words">`);

    expect(node.innerHTML).toBe('words');
  });

  it('keeps an image of pixels that came with the text', () => {
    const source = 'data:image/png;base64,iVBORw0KGgo=';

    expect(words(`<img src="${source}">`).querySelector('img')?.src).toBe(source);
  });

  it('keeps no class but the language of code', () => {
    const node = words(
      '<pre><code class="language-python jp-Dialog">x</code></pre><p class="jp-Dialog">y</p>'
    );

    expect(node.querySelector('code')?.className).toBe('language-python');
    expect(node.querySelector('p')?.className).toBe('');
  });

  it('shows ticks as characters', () => {
    const node = words('<li><input type="checkbox" checked disabled> a</li>');

    expect(node.querySelector('input')).toBeNull();
    expect(node.textContent).toContain('☑');
  });

  it('gives blocks the direction of their words, and code none', () => {
    const node = words('<p>שלום</p><pre><code>x</code></pre>');

    expect(node.querySelector('p')?.dir).toBe('auto');
    expect(node.querySelector('pre')?.dir).toBe('ltr');
  });

  it('takes the nesting out of what is nested too deep', () => {
    const node = words(`${'<ul><li>'.repeat(300)}deep${'</li></ul>'.repeat(300)}`);

    expect(node.querySelectorAll('ul').length).toBeLessThan(100);
    expect(node.textContent).toBe('deep');
  });

  it('leaves code only spans with classes', () => {
    const node = document.createElement('div');
    node.append(safeCode('<span class="k" id="x" onclick="a()">if</span><img src=x>'));

    expect(node.innerHTML).toBe('<span class="k">if</span>');
  });
});
