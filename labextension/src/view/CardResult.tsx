import * as React from 'react';
import type { IStep } from '../model/blocks';
import { phaseOf } from '../model/cards';
import { reasonOf } from '../model/steps';
import { Fold } from './Fold';
import { ToolResult } from './ToolResult';

/** What came out of a call that ran, as the model got it; a failure says why. */
export function CardResult({
  step
}: {
  readonly step: IStep;
}): React.JSX.Element | null {
  const { result } = step;
  const phase = phaseOf(step);
  if (!result || (phase !== 'done' && phase !== 'failed')) {
    return null;
  }
  const head = phase === 'failed' ? `Result: ${reasonOf(step)}` : 'Result';
  return (
    <div className="jp-Assistant-cardMore">
      <Fold id={`${step.id}-result`} head={<span>{head}</span>}>
        {() => <ToolResult result={result} />}
      </Fold>
    </div>
  );
}
