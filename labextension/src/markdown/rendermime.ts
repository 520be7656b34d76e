/**
 * Markdown in JupyterLab and Notebook: the parser, the typesetter and the highlighting of
 * its rendermime, under our policy.
 *
 * Its renderer for `text/markdown` is not used, since that puts HTML into the page before
 * anybody can take the remote images out of it.
 */
import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';

import type { IMarkdown } from '../view/ports';
import { disarmMaths, safeCode } from './policy';
import { MarkdownPort } from './port';
import type { IDialect, IFormulaNode } from './port';

/** Drawn by libraries that load what the text names: shown as code. */
const DRAWN = new Set(['mermaid']);

class RendermimeDialect implements IDialect {
  readonly className =
    'jp-Assistant-markdown jp-RenderedHTMLCommon jp-RenderedMarkdown';

  constructor(private readonly rendermime: IRenderMimeRegistry) {}

  parse(markdown: string): Promise<string> {
    const parser = this.rendermime.markdownParser;
    if (parser === null) {
      throw new Error('This application has no Markdown parser.');
    }
    return parser.render(markdown);
  }

  async typeset(formulas: readonly IFormulaNode[]): Promise<void> {
    const typesetter = this.rendermime.latexTypesetter;
    if (typesetter === null || formulas.length === 0) {
      return;
    }
    // A place with the formulas alone: elsewhere the typesetter would find dollars that
    // are money.
    const place = document.createElement('div');
    const anchors = formulas.map(({ node, tex, isDisplay }) => {
      const anchor = document.createComment('');
      node.replaceWith(anchor);
      node.textContent = isDisplay ? `\\[${tex}\\]` : `\\(${tex}\\)`;
      place.append(node);
      return anchor;
    });
    await typesetter.typeset(place);
    formulas.forEach(({ node }, at) => {
      disarmMaths(node);
      anchors[at].replaceWith(node);
    });
  }

  async highlight(code: string, language: string): Promise<DocumentFragment | null> {
    const parser = this.rendermime.markdownParser;
    if (parser === null || DRAWN.has(language)) {
      return null;
    }
    const runs = code.match(/`+/g) ?? [];
    const fence = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)));
    const html = await parser.render(`${fence}${language}\n${code}\n${fence}\n`);
    const highlighted = safeCode(html);
    const inner = highlighted.querySelector('pre > code');
    const fragment = document.createDocumentFragment();
    fragment.append(...(inner ?? highlighted).childNodes);
    return fragment;
  }
}

export function createRendermimeMarkdown(rendermime: IRenderMimeRegistry): IMarkdown {
  return new MarkdownPort(new RendermimeDialect(rendermime));
}
