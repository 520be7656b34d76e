import * as React from 'react';
import type { ToolResultPart } from '../wire';
import { visible } from '../model/visible';
import { SUPPRESSED } from './keys';
import { Picture } from './Picture';

export interface IToolResultProps {
  readonly result: ToolResultPart;
}

/** What a call gave, as the model got it. */
export function ToolResult({ result }: IToolResultProps): React.JSX.Element {
  return (
    <>
      {result.text && (
        <pre tabIndex={0} aria-label="Result" {...SUPPRESSED}>
          {visible(result.text)}
        </pre>
      )}
      {result.images?.map((image, place) => (
        <Picture key={place} image={image} />
      ))}
    </>
  );
}
