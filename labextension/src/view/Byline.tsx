import * as React from 'react';
import type { ReplyStatus } from '../model/blocks';
import { bylineFacts, usageRows } from '../model/byline';
import type { Transcript } from '../model/transcript';
import { Button } from './Button';
import { Icon, Spinner } from './icons';
import { Usage } from './Usage';
import { useSeconds } from './useSeconds';

export interface IBylineProps {
  readonly transcript: Transcript;
  readonly status: ReplyStatus;
  /** What is going on; empty once the reply is there. */
  readonly words: string;
  readonly stop?: () => void;
  readonly stopHint?: string;
}

/**
 * The status line: what goes on, by whom, how long, for how much. Its numbers change once
 * a second, whatever comes in between.
 */
export const Byline = React.memo(function Byline(props: IBylineProps) {
  const { transcript, status, words, stop, stopHint } = props;
  const { isOver, usage } = transcript;
  useSeconds(!isOver);
  const [isOpen, setOpen] = React.useState(false);
  const id = React.useId();
  const [model, ...facts] = bylineFacts(transcript);
  const rows = isOver ? usageRows(usage) : [];
  return (
    <>
      <div className="jp-Assistant-byline">
        <Sign status={status} />
        <b>{words || model}</b>
        <span>{(words ? [model, ...facts] : facts).join(' · ')}</span>
        {rows.length > 0 && (
          <Button
            look="icon"
            aria-label="Usage in detail"
            title="Usage in detail"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="down" />
          </Button>
        )}
        <span className="jp-Assistant-spacer" />
        {!isOver && stop && (
          <Button
            look="small"
            title={['Stop this reply', stopHint].filter(Boolean).join(' ')}
            onClick={stop}
          >
            <Icon name="stop" />
            Stop
          </Button>
        )}
      </div>
      {isOpen && <Usage id={id} usage={usage} />}
    </>
  );
});

function Sign({ status }: { readonly status: ReplyStatus }): React.JSX.Element {
  switch (status) {
    case 'starting':
    case 'thinking':
    case 'writing':
    case 'running':
      return <Spinner />;
    case 'pending':
      return <Icon name="clock" tone="warn" />;
    case 'stopped':
      return <Icon name="stop" />;
    case 'failed':
      return <Icon name="error" tone="error" />;
    case 'interrupted':
      return <Icon name="warn" tone="warn" />;
    case 'done':
    case 'limited':
      return <Icon name="mark" />;
  }
}
