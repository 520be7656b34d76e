import { findFormulas } from '../../src/markdown/formulas';

const texOf = (text: string): string[] => findFormulas(text).map(({ tex }) => tex);

describe('formulas', () => {
  it.each([
    ['$x$', ['x']],
    ['a $x_1*y*$ b $z$', ['x_1*y*', 'z']],
    ['$$x$$', ['x']],
    ['\\(x\\) and \\[y\\]', ['x', 'y']],
    ['$\\$5$', ['\\$5']],
    ['$a\\\\$', ['a\\\\']],
    ['$$\na\nb\n$$', ['\na\nb\n']],
    ['\\begin{align}a&=b\\end{align}', ['\\begin{align}a&=b\\end{align}']],
    ['> $$\n> x\n> $$', ['\nx\n']],
    ['- $$\n  x\n  $$', ['\n  x\n  ']],
    ['**$x$**, ($y$)', ['x', 'y']]
  ])('are found in %j', (text, tex) => {
    expect(texOf(text)).toEqual(tex);
  });

  it.each([
    '$5 and $6',
    'US$5-$6, $7',
    '$HOME and $PATH',
    '$6 `$x$`',
    'costs $5',
    '\\$x$',
    '$ x $',
    '`$x$` and ``a ` $y$``',
    '```\n$x$\n```',
    '- ```\n  $x$\n  ```',
    '$$open',
    '\\[open',
    '\\\\(x\\\\)',
    '$$\na\n\nb\n$$',
    'text \\begin{align}a\\end{align}',
    '$$$$',
    '\\(\\)'
  ])('are not found in %j', text => {
    expect(texOf(text)).toEqual([]);
  });

  it('say where they are', () => {
    const text = 'one\n\ntwo $x$';

    const [formula] = findFormulas(text);

    expect(text.slice(formula.start, formula.end)).toBe('$x$');
  });

  it('are told apart from those in a line', () => {
    expect(findFormulas('$a$ $$b$$ \\(c\\) \\[d\\]').map(f => f.isDisplay)).toEqual([
      false,
      true,
      false,
      true
    ]);
  });
});
