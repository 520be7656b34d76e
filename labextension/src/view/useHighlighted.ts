import { useEffect, useState } from 'react';
import type { IMarkdown } from './ports';
import { highlightedLines, plainLines, textOf, type Line } from './spans';

/** Code in lines: with colours as soon as they are there, and until then as it was. */
export function useHighlighted(
  code: string,
  language: string,
  markdown: IMarkdown
): readonly Line[] {
  const [coloured, setColoured] = useState<readonly Line[]>([]);
  useEffect(() => {
    let isCurrent = language !== '';
    if (isCurrent) {
      void markdown.highlight(code, language).then(
        fragment => {
          const lines = isCurrent && highlightedLines(fragment, code);
          if (lines) {
            setColoured(lines);
          }
        },
        () => undefined // colours only: the code is there without
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [code, language, markdown]);
  const known = new Map(coloured.map(line => [textOf(line), line]));
  return plainLines(code).map(line => known.get(textOf(line)) ?? line);
}
