import * as React from 'react';
import { argumentsOf } from '../model/arguments';
import type { IStep } from '../model/blocks';
import { acts, callThatRuns, stepLine } from '../model/steps';
import { CardArguments } from './CardArguments';
import { Fold } from './Fold';
import { Icon, Spinner } from './icons';
import { SUPPRESSED } from './keys';
import type { IPlace } from './ports';
import { ToolResult } from './ToolResult';

export interface IStepLineProps {
  readonly step: IStep;
  readonly place: IPlace;
}

/** A call in one line, which opens to what went in and what came out. */
export const StepLine = React.memo(function StepLine({ step, place }: IStepLineProps) {
  const head = (
    <>
      <Sign step={step} />
      <Line step={step} />
    </>
  );
  return isUnderWay(step) ? (
    <div className="jp-Assistant-step">
      <div className="jp-Assistant-stepHead">{head}</div>
    </div>
  ) : (
    <Fold id={step.id} head={head}>
      {() => <Body step={step} place={place} />}
    </Fold>
  );
});

function isUnderWay({ state }: IStep): boolean {
  return state === 'writing' || state === 'waiting' || state === 'running';
}

interface IStepProps {
  readonly step: IStep;
}

/** What became of it, where that is not plain: reads that worked have no sign. */
function Sign({ step }: IStepProps): React.JSX.Element | null {
  switch (step.state) {
    case 'failed':
      return <Icon name="error" tone="error" />;
    case 'not_run':
      return <Icon name="x" />;
    case 'done':
      return acts(step) ? <Icon name="check" tone="ok" /> : null;
    case 'writing':
    case 'waiting':
    case 'running':
      return <Spinner />;
  }
}

/** The step in words, with its target as code. */
function Line({ step }: IStepProps): React.JSX.Element {
  const { words, target, rest } = stepLine(step);
  return (
    <span>
      {words}
      {target && (
        <>
          {' '}
          <code>{target}</code>
        </>
      )}
      {rest}
    </span>
  );
}

function Body({ step, place }: IStepLineProps): React.JSX.Element {
  const { markdown } = place;
  return (
    <>
      {acts(step) ? (
        <CardArguments call={callThatRuns(step)} markdown={markdown} />
      ) : (
        <Given step={step} />
      )}
      {step.changed !== null && (
        <>
          <p className="jp-Assistant-meta">The model wrote:</p>
          <CardArguments call={step.call} markdown={markdown} />
        </>
      )}
      {step.result && <ToolResult result={step.result} />}
    </>
  );
}

/** What went into a call, where its line does not say all of it. */
function Given({ step }: IStepProps): React.JSX.Element | null {
  const { target } = stepLine(step);
  const given = argumentsOf(step.call);
  return given.every(({ text }) => text === target) ? null : (
    <dl className="jp-Assistant-given">
      {given.map(({ name, text }) => (
        <React.Fragment key={name}>
          <dt>{name}</dt>
          <dd tabIndex={0} {...SUPPRESSED}>
            {text}
          </dd>
        </React.Fragment>
      ))}
    </dl>
  );
}
