import * as React from 'react';
import type { Transcript } from '../model/transcript';
import { CopyButton } from './CopyButton';

export interface IFootProps {
  readonly transcript: Transcript;
}

/** What can be done with a whole answer. */
export function Foot({ transcript }: IFootProps): React.JSX.Element | null {
  const answer = (): string => {
    const texts = transcript.blocks.map(block =>
      block.kind === 'words' ? block.text : ''
    );
    return texts.filter(Boolean).join('\n\n');
  };
  return transcript.blocks.some(block => block.kind === 'words') ? (
    <div className="jp-Assistant-foot">
      <CopyButton label="Copy the answer" text={answer} />
    </div>
  ) : null;
}
