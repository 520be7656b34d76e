import * as React from 'react';

/** Plain words with code in backticks. */
export function CodeWords({ text }: { readonly text: string }): React.JSX.Element {
  const pieces = text.split(/`([^`]+)`/);
  return (
    <>
      {pieces.map((piece, place) =>
        place % 2 ? <code key={place}>{piece}</code> : piece
      )}
    </>
  );
}
