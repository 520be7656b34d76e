import * as React from 'react';
import { visiblePieces } from '../model/visible';
import type { IMarkdown } from './ports';
import { useHighlighted } from './useHighlighted';

export interface ICodeLinesProps {
  readonly code: string;
  readonly language: string;
  readonly markdown: IMarkdown;
  /** Whether characters that show nothing are named; their names take room. */
  readonly isMarked: boolean;
}

/** Code in numbered lines; plain until its colours are there. */
export const CodeLines = React.memo(function CodeLines({
  code,
  language,
  markdown,
  isMarked
}: ICodeLinesProps) {
  const lines = useHighlighted(code, language, markdown);
  return (
    <>
      {lines.map((spans, number) => (
        <span key={number} className="jp-Assistant-line">
          {spans.map(({ text, className }, place) => (
            <span key={place} className={className || undefined}>
              {isMarked ? <Marked text={text} /> : text}
            </span>
          ))}
          {number < lines.length - 1 && '\n'}
        </span>
      ))}
    </>
  );
});

/** Text in which nothing hides. */
function Marked({ text }: { readonly text: string }): React.JSX.Element {
  return (
    <>
      {visiblePieces(text).map((piece, place) =>
        piece.isMark ? (
          <span key={place} className="jp-Assistant-invisible">
            {piece.text}
          </span>
        ) : (
          piece.text
        )
      )}
    </>
  );
}
