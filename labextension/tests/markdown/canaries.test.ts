import { readFileSync } from 'fs';
import { join } from 'path';

import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { marked } from 'marked';

import { createBundledMarkdown } from '../../src/markdown/bundled';
import { IncrementalMarkdown } from '../../src/markdown/incremental';
import { createRendermimeMarkdown } from '../../src/markdown/rendermime';
import { textOf, violations } from './canaries';
import type { ICanary } from './canaries';
import { FakeClock } from './fakes';

const FOLDER = join(__dirname, '../../../tests/data/canaries');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf-8');
const CANARIES: readonly ICanary[] = JSON.parse(read('canaries.json'));

/** As JupyterLab's parser: marked, with HTML as it is. */
const rendermime = {
  markdownParser: { render: async (text: string) => marked.parse(text) },
  latexTypesetter: { typeset: () => undefined }
} as unknown as IRenderMimeRegistry;

const IMPLEMENTATIONS = {
  bundled: createBundledMarkdown(),
  rendermime: createRendermimeMarkdown(rendermime)
};

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (_, markdown) => {
  it.each(CANARIES.map(canary => [canary.name, canary] as const))(
    'is safe from %s',
    async (_name, canary) => {
      const view = new IncrementalMarkdown(markdown, { clock: new FakeClock() });
      view.update(textOf(canary, read), true);
      await view.settled;

      expect(violations(view.node)).toEqual([]);
      for (const words of canary.shows) {
        expect(view.node.textContent).toContain(words);
      }
    }
  );
});
