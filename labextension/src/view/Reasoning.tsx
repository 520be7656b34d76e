import * as React from 'react';
import type { IThinking } from '../model/blocks';
import { duration, wholeSeconds } from '../model/steps';
import type { Transcript } from '../model/transcript';
import { Fold } from './Fold';
import type { IPlace } from './ports';
import { useSeconds } from './useSeconds';
import { Words } from './Words';

export interface IReasoningProps {
  readonly block: IThinking;
  readonly transcript: Transcript;
  readonly place: IPlace;
}

/** What the model thought, in one line that opens. */
export const Reasoning = React.memo(function Reasoning({
  block,
  transcript,
  place
}: IReasoningProps) {
  const isGoingOn = block.seconds === null;
  useSeconds(isGoingOn);
  const head = <span>{thoughtWords(block, transcript.now())}</span>;
  return (
    <Fold id={block.id} head={head}>
      {() => <Words text={block.text} isComplete={!isGoingOn} place={place} />}
    </Fold>
  );
});

function thoughtWords({ seconds, since }: IThinking, now: number): string {
  if (seconds !== null) {
    return seconds === undefined ? 'Thought' : `Thought for ${duration(seconds)}`;
  }
  return since === null
    ? 'Thinking'
    : `Thinking · ${wholeSeconds((now - since) / 1000)}`;
}
