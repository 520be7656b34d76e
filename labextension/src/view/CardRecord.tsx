import * as React from 'react';
import type { IStep } from '../model/blocks';
import { cardRecord, phaseOf } from '../model/cards';
import type { Transcript } from '../model/transcript';
import { reachWords } from './card-words';
import { CodeWords } from './CodeWords';
import { Icon, Spinner } from './icons';
import { useSeconds } from './useSeconds';

export interface ICardRecordProps {
  readonly step: IStep;
  readonly transcript: Transcript;
}

/** What is left of the buttons: who decided, and what became of it. */
export function CardRecord({ step, transcript }: ICardRecordProps): React.JSX.Element {
  useSeconds(phaseOf(step) === 'running');
  const reach = reachWords(step, transcript.status);
  if (reach) {
    return (
      <>
        <Icon name="warn" tone="warn" />
        <span>{reach}</span>
      </>
    );
  }
  const { words, outputs } = cardRecord(step, transcript.now());
  return (
    <>
      <Sign step={step} />
      <span>
        <CodeWords text={[words, outputs].filter(Boolean).join(' ')} />
      </span>
    </>
  );
}

function Sign({ step }: { readonly step: IStep }): React.JSX.Element {
  switch (phaseOf(step)) {
    case 'writing':
    case 'running':
      return <Spinner />;
    case 'sent':
      return <Icon name={step.sent?.answer === 'deny' ? 'x' : 'clock'} />;
    case 'pending':
    case 'queued':
      return <Icon name="clock" />;
    case 'done':
      return <Icon name="check" tone="ok" />;
    case 'failed':
      return <Icon name="error" tone="error" />;
    case 'not_run':
      return <Icon name="x" />;
  }
}
