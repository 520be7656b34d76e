import * as React from 'react';
import type { IRefused } from '../model/conversation';
import { Button } from './Button';
import { Icon } from './icons';
import { Refusal } from './Refusal';
import { SUPPRESSED } from './keys';

/** What keeps a message from being sent. */
export type Busy = 'answering' | 'deciding' | null;

const HINTS = {
  answering: 'One at a time: wait, or stop the reply.',
  deciding: 'Messages wait for your decision above.'
};

export interface IComposerProps {
  readonly busy: Busy;
  readonly refusal: IRefused | null;
  readonly ask: (text: string) => void;
  readonly stop?: () => void;
  readonly stopHint?: string;
}

/** Where the person asks. */
export function Composer(props: IComposerProps): React.JSX.Element {
  const { busy, refusal, ask, stop, stopHint } = props;
  const [draft, setDraft] = useDraft(refusal);
  const hintId = React.useId();
  const hint = busy ? HINTS[busy] : '';
  const canSend = busy === null && draft.trim() !== '';
  const send = (): void => {
    if (canSend) {
      setDraft('');
      ask(draft.trim());
    }
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { key, shiftKey, repeat, nativeEvent } = event;
    if (key === 'Enter' && !shiftKey && !nativeEvent.isComposing) {
      event.preventDefault();
      if (!repeat) {
        send();
      }
    }
  };
  return (
    <div className="jp-Assistant-composer">
      {refusal && <Refusal words={refusal.message} />}
      <div className="jp-Assistant-composerBox">
        <textarea
          {...SUPPRESSED}
          value={draft}
          aria-label="Message"
          aria-describedby={hintId}
          placeholder={hint || 'Ask about the notebook'}
          onChange={event => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className="jp-Assistant-composerBar">
          <span className="jp-Assistant-unseen" id={hintId}>
            {hint}
          </span>
          <span className="jp-Assistant-spacer" />
          {busy && stop && <Stop stop={stop} hint={stopHint} />}
          <Send canSend={canSend} hint={hint} send={send} />
        </div>
      </div>
    </div>
  );
}

function Stop({
  stop,
  hint
}: {
  readonly stop: () => void;
  readonly hint: string | undefined;
}): React.JSX.Element {
  const title = ['Stop the reply', hint].filter(Boolean).join(' ');
  return (
    <Button look="small" title={title} onClick={stop}>
      <Icon name="stop" />
      Stop
    </Button>
  );
}

function Send({
  canSend,
  hint,
  send
}: {
  readonly canSend: boolean;
  readonly hint: string;
  readonly send: () => void;
}): React.JSX.Element {
  return (
    <Button
      look="primary"
      className="jp-Assistant-send"
      aria-disabled={!canSend || undefined}
      title={hint || undefined}
      onClick={send}
    >
      Send
      <span className="jp-Assistant-key" aria-hidden="true">
        ↵
      </span>
    </Button>
  );
}

/** What the person writes; what was refused comes back before it. */
function useDraft(
  refusal: IRefused | null
): readonly [string, React.Dispatch<React.SetStateAction<string>>] {
  const [draft, setDraft] = React.useState('');
  React.useEffect(() => {
    const text = refusal?.text;
    if (text) {
      setDraft(since => (since ? `${text}\n\n${since}` : text));
    }
  }, [refusal]);
  return [draft, setDraft];
}
