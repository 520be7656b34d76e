import * as React from 'react';
import type { IConversation } from '../model/conversation';
import { Composer } from './Composer';
import { isAccel } from './keys';
import type { IPlace } from './ports';
import { Replies } from './Replies';
import { useBusy } from './useBusy';
import { useFollow } from './useFollow';
import { useTranscript } from './useTranscript';

export interface IChatPanelProps {
  readonly conversation: IConversation;
  readonly place: IPlace & { readonly ask: (text: string) => void };
}

/** A conversation: what was said, and where the person goes on with it. */
export function ChatPanel({ conversation, place }: IChatPanelProps): React.JSX.Element {
  useTranscript(conversation);
  const { transcripts, refusal } = conversation;
  const busy = useBusy(transcripts.at(-1));
  const following = useFollow();
  const { follow } = following;
  const { ask, actions, stopHint } = place;
  const { stop } = actions;
  // Stop stays in one place, below: the replies have none of their own.
  const above = React.useMemo(
    () => ({ ...place, actions: { ...place.actions, stop: undefined } }),
    [place]
  );
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isAccel(event) && event.key === '.' && busy && stop) {
      event.preventDefault();
      stop();
    }
  };
  const askAndFollow = (text: string): void => {
    follow();
    ask(text);
  };
  return (
    <section
      className="jp-Assistant jp-Assistant-panel"
      aria-label="Assistant"
      onKeyDown={onKeyDown}
    >
      <Replies transcripts={transcripts} place={above} following={following} />
      <Composer
        busy={busy}
        refusal={refusal}
        ask={askAndFollow}
        stop={stop}
        stopHint={stopHint}
      />
    </section>
  );
}
