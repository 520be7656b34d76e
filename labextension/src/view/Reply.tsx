import * as React from 'react';
import type { Block, ISource } from '../model/blocks';
import { statusWords } from '../model/byline';
import type { Row } from '../model/rows';
import type { Transcript } from '../model/transcript';
import { ApprovalCard } from './ApprovalCard';
import { Byline } from './Byline';
import { Foot } from './Foot';
import { isAccel } from './keys';
import { Notice } from './Notice';
import type { IPlace } from './ports';
import { Refusal } from './Refusal';
import { Sources } from './Sources';
import { StepGroup, StepList } from './StepGroup';
import { useAnnouncements } from './useAnnouncements';
import { useAsked } from './useAsked';
import { Opened } from './useOpened';
import { useRows } from './useRows';
import { useTranscript } from './useTranscript';
import { Words } from './Words';

export interface IReplyProps {
  readonly transcript: Transcript;
  readonly place: IPlace;
  /** Whether the conversation has gone on since. */
  readonly isPast?: boolean;
}

/** A reply: its status line, what was done for it, and the answer. */
export function Reply({
  transcript,
  place,
  isPast = false
}: IReplyProps): React.JSX.Element {
  useTranscript(transcript);
  useAnnouncements(transcript, place);
  const rows = useRows(transcript);
  const asked = useAsked(transcript);
  const [wasOver] = React.useState(transcript.isOver);
  const [opened] = React.useState(() => new Map<string, boolean>());
  const { status, isOver, waiting } = transcript;
  const { stop } = place.actions;
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isAccel(event) && event.key === '.' && stop && !isOver) {
      event.preventDefault();
      stop();
    }
  };
  return (
    <Opened.Provider value={opened}>
      <article
        className="jp-Assistant jp-Assistant-reply"
        aria-label="Reply"
        aria-busy={!isOver && status !== 'pending'}
        onKeyDown={onKeyDown}
      >
        <Byline
          transcript={transcript}
          status={status}
          words={statusWords(transcript)}
          stop={stop}
          stopHint={place.stopHint}
        />
        {rows.map(row => (
          <RowView
            key={row.id}
            row={row}
            transcript={transcript}
            place={place}
            index={waiting.findIndex(({ id }) => id === row.id)}
            count={waiting.length}
            isFolded={isPast || !asked.has(row.id)}
            isAlert={status === 'failed' && !wasOver && row === rows.at(-1)}
          />
        ))}
        {transcript.refused && <Refusal words={transcript.refused} />}
        <Sources sources={transcript.blocks.filter(isSource)} />
        {isOver && <Foot transcript={transcript} />}
      </article>
    </Opened.Provider>
  );
}

interface IRowProps extends IBlockProps {
  readonly row: Row;
}

const RowView = React.memo(function RowView({ row, ...others }: IRowProps) {
  const { transcript, place } = others;
  switch (row.kind) {
    case 'steps':
      return <StepList items={row.items} transcript={transcript} place={place} />;
    case 'folded':
      return <StepGroup {...row} place={place} />;
    case 'block':
      return <BlockView block={row.block} {...others} />;
  }
});

interface IBlockProps {
  readonly transcript: Transcript;
  readonly place: IPlace;
  /** Among the calls that wait; negative for all else. */
  readonly index: number;
  readonly count: number;
  readonly isFolded: boolean;
  readonly isAlert: boolean;
}

function BlockView({
  block,
  isAlert,
  ...card
}: IBlockProps & { readonly block: Block }): React.JSX.Element | null {
  switch (block.kind) {
    case 'words': {
      const { text, isComplete } = block;
      return <Words text={text} isComplete={isComplete} place={card.place} />;
    }
    case 'step':
      return <ApprovalCard step={block} {...card} />;
    case 'notice':
      return <Notice notice={block} isAlert={isAlert} />;
    case 'thinking': // in a list of lines
    case 'source': // below the answer
      return null;
  }
}

function isSource(block: Block): block is ISource {
  return block.kind === 'source';
}
