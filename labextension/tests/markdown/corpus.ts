/** Texts that models write, and random ones made of their parts. */

/** A small generator of random numbers that gives the same ones for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Cut a text into deltas of 1 to `longest` characters. */
export function deltas(text: string, longest: number, random: () => number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * longest);
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

export const TEXTS: Readonly<Record<string, string>> = {
  paragraphs: 'One *two*\nthree **four**.\n\nFive `six` seven\n\n\n\nEight',
  headings: '# A\nb\n## C ##\n\nD\n===\nE\nF\n---\n\nG\n\n***\n\nH',
  fences:
    'a:\n```python\nx = 1\n\ny = """\n~~~\n"""\n```\nb\n~~~~ sql\nselect 1\n~~~\n\n~~~~~\nc\n\n````\n```\n````\nd\n```\nopen\n\nend',
  'fences in lists':
    '1. one\n\n   ```python\n   a = 1\n\n   b = 2\n   ```\n\n2. two\n   ~~~\n   x\n   ~~~\n- three\n  ```\n  y\n\nout\n```js\nz\n```\n3. four',
  'fences in quotes':
    '> a\n> ```python\n> x\n>\n> y\n> ```\n\nb\n\n> ```\n> open\n\nafter\n\n> c\n```\nd\n```\n',
  'tight list': '- a\n- b\n  - c\n    - d\n- e\n\ntext\n\n* f\n* g',
  'loose list':
    'Intro:\n\n1. a\n\n2. b\n\n   more b\n\n   - x\n\n   - y\n\n3. c\n\nend',
  'list made loose late': '- a\n- b\n- c\n- d\n\n- e\n\nlast',
  numbering: '1. a\n2. b\n\n```\ncode\n```\n\n3. c\n4. d\n\n7) e\n8) f',
  'list of two kinds': '- a\n\n1. b\n\n* c\n\n+ d\n\n-e\n\n12345678901. no',
  tasks: '- [ ] a\n- [x] b\n',
  quotes: '> a\n> b\nlazy\n\n> c\n>\n> - d\n>\n>   e\n\nf\n> g',
  table:
    'T:\n\n| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| $a|b$ | 2 |\nno pipe\n\nafter\n\na | b\n- | -\n1 | 2\n',
  'indented code': 'a\n\n    code\n\n    more\n\n\tb\n\nc\n    lazy\n\n  d',
  html: 'a <b>bold</b> <br> x\n\n<div>\n\n**in**\n\n</div>\n\n<!-- c\n\nd --> e\n\n<script>\nf\n\ng\n</script>\n\n<details><summary>s</summary>\n\n- h\n\n</details>\n\nH<sub>2</sub>O <kbd>K</kbd> <sub>\n\nend',
  formulas:
    'Euler: $e^{i\\pi}+1=0$ and \\(a_1*b*\\).\n\n$$\n\\int_0^1 x_1\\,dx_2\n$$\n\n\\[\na * b * c\n\\]\n\nCosts $5 and $6, US$7-$8.\n\n$$open\n\n\\begin{align}a&=b\\\\c&=d\\end{align}\n\n`$no$` $a$b $x$.\n\n- $$\n  y_1\n  $$\n\n> $$\n> q_1\n> $$\n',
  'formula and fence': '$$\na\n```\nb\n$$\n```\nc $x$\n',
  references:
    'See [a] and [b][A], [c].\n\n- [d]\n\nText [a].\n\n[a]: https://a.example/ "t"\n[d]: https://d.example\n\n[a]: https://other.example\n\nlast [a]',
  links:
    'https://x.example/a_b_c <https://y.example> [z](https://z.example "t") ![i](https://i.example/i.png) [r](other.ipynb)',
  windows: 'a\r\n\r\n- b\r\n- c\r\n\r\n```python\r\nd\r\n```\r\ne',
  blanks: '\n\n  \na\n \t\n\nb\n   \n- c\n  \n  d\n   \n\ne\n\n\n',
  setext: 'a\nb\n---\nc\n\n---\n\n- d\n---\ne\n===',
  directions: 'שלום **עולם**\n\nabc \u202eevil\u202c def `\u202ex`',
  emphasis: '***a** b*\n\n**open\n\nclose**\n\n~~x~~ _a_b_',
  breaks: 'a  \nb\\\nc\n\n\\*d\\* &amp; &lt;x&gt; &copy;'
};

const LINES = [
  ...[
    '',
    '',
    '',
    'word',
    'more words here',
    '# head',
    '---',
    '===',
    '- item',
    '* star'
  ],
  ...['1. one', '2. two', '3) three', '  - nested', '    deep', '\tt', '> quote', '>'],
  ...[
    '```',
    '```python',
    '~~~',
    '````',
    '   ```',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |'
  ],
  ...['$$', '$a_1$ and $b_1$', '\\[', '\\]', 'x \\(y\\) z', '<div>', '</div>', '<br>'],
  ...[
    '[a]',
    'text [a] and [b]',
    '  two',
    '   three',
    ' one',
    '`tick',
    'end` `x`',
    '**'
  ],
  ...[
    '- ',
    '-',
    '1.',
    '   - x',
    '  1. y',
    '> - z',
    '> ```',
    '- ```',
    '  ```',
    '+ p',
    '10. ten'
  ]
];

/** A text of random lines. */
export function randomText(random: () => number): string {
  const count = 2 + Math.floor(random() * 14);
  const lines = Array.from(
    { length: count },
    () => LINES[Math.floor(random() * LINES.length)]
  );
  return lines.join('\n') + (random() < 0.5 ? '\n' : '');
}
