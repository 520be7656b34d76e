import * as React from 'react';
import type { Transcript } from '../model/transcript';
import { Button } from './Button';
import { focusInPlace } from './card-focus';
import { Icon } from './icons';
import { SUPPRESSED } from './keys';
import { Message } from './Message';
import type { IPlace } from './ports';
import { Reply } from './Reply';
import type { IFollow } from './useFollow';

export interface IRepliesProps {
  readonly transcripts: readonly Transcript[];
  readonly place: IPlace;
  readonly following: IFollow;
}

/** What was asked and answered, the newest in view. */
export function Replies({
  transcripts,
  place,
  following
}: IRepliesProps): React.JSX.Element {
  const { frame, content, isFollowing, onScroll, follow } = following;
  const toNewest = (): void => {
    focusInPlace(frame.current);
    follow();
  };
  return (
    <>
      <div
        {...SUPPRESSED}
        ref={frame}
        className="jp-Assistant-transcript"
        role="log"
        aria-live="off" // read aloud word by word it would be noise
        aria-label="Conversation"
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content}>
          {transcripts.map((transcript, place_) => (
            <React.Fragment key={transcript.runId}>
              <Message text={transcript.question} sent={transcript.sent} />
              <Reply
                transcript={transcript}
                place={place}
                isPast={place_ < transcripts.length - 1}
              />
            </React.Fragment>
          ))}
        </div>
      </div>
      {!isFollowing && (
        <Button look="small" className="jp-Assistant-jump" onClick={toNewest}>
          <Icon name="down" />
          Newest
        </Button>
      )}
    </>
  );
}
