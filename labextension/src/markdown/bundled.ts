/** Markdown where there is no JupyterLab: marked, KaTeX as MathML and highlight.js. */
import katex from 'katex';
import { Marked } from 'marked';

import type { IMarkdown } from '../view/ports';
import { highlightHtml } from './highlighter';
import { disarmMaths, safeCode } from './policy';
import { MarkdownPort } from './port';
import type { IDialect, IFormulaNode } from './port';

const marked = new Marked({ gfm: true, async: false });

const BUNDLED: IDialect = {
  className: 'jp-Assistant-markdown',

  parse(markdown) {
    return marked.parse(markdown);
  },

  typeset(formulas) {
    formulas.forEach(typesetOne);
  },

  highlight(code, language) {
    const html = highlightHtml(code, language);
    return html === null ? null : safeCode(html);
  }
};

function typesetOne({ node, tex, isDisplay }: IFormulaNode): void {
  const source = node.textContent;
  try {
    // MathML needs no fonts and no style sheet.
    katex.render(tex, node, {
      displayMode: isDisplay,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20
    });
    disarmMaths(node);
  } catch {
    node.textContent = source; // not TeX that it knows: the source tells more
  }
}

export function createBundledMarkdown(): IMarkdown {
  return new MarkdownPort(BUNDLED);
}
