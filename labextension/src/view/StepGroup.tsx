import * as React from 'react';
import type { IStep, IThinking } from '../model/blocks';
import { Fold } from './Fold';
import type { IPlace } from './ports';
import { Reasoning } from './Reasoning';
import { StepLine } from './StepLine';
import type { Transcript } from '../model/transcript';

export interface IStepListProps {
  readonly items: readonly (IStep | IThinking)[];
  readonly transcript: Transcript;
  readonly place: IPlace;
}

/** Lines below each other: what was thought and looked up. */
export const StepList = React.memo(function StepList({
  items,
  transcript,
  place
}: IStepListProps) {
  return (
    <div className="jp-Assistant-steps">
      {items.map(item =>
        item.kind === 'step' ? (
          <StepLine key={item.id} step={item} place={place} />
        ) : (
          <Reasoning key={item.id} block={item} transcript={transcript} place={place} />
        )
      )}
    </div>
  );
});

export interface IStepGroupProps {
  readonly id: string;
  readonly line: string;
  readonly steps: readonly IStep[];
  readonly place: IPlace;
}

/** Several reads in one line, which opens to a line each. */
export const StepGroup = React.memo(function StepGroup({
  id,
  line,
  steps,
  place
}: IStepGroupProps) {
  return (
    <div className="jp-Assistant-steps">
      <Fold id={id} head={<span>{line}</span>}>
        {() => steps.map(step => <StepLine key={step.id} step={step} place={place} />)}
      </Fold>
    </div>
  );
});
