import * as React from 'react';
import type { IStep } from '../model/blocks';
import type { Transcript } from '../model/transcript';
import { CardActions } from './CardActions';
import { CardRecord } from './CardRecord';
import { SUPPRESSED } from './keys';
import type { ICard } from './useCard';
import type { ICardKeys } from './useCardKeys';

export interface ICardRowProps {
  readonly step: IStep;
  readonly transcript: Transcript;
  /** null if nothing can be said to it here. */
  readonly card: ICard | null;
  readonly keys: ICardKeys;
  readonly problemId: string;
  /** How high the buttons were, which have made room for the record. */
  readonly height: number | undefined;
}

/** The row of the buttons, and of the record that takes their place. */
export const CardRow = React.forwardRef<HTMLDivElement, ICardRowProps>(function CardRow(
  { step, transcript, card, keys, problemId, height },
  ref
) {
  return (
    <div
      {...SUPPRESSED}
      ref={ref}
      className={card ? 'jp-Assistant-cardActions' : 'jp-Assistant-cardRecord'}
      style={card ? undefined : { minHeight: height }}
      tabIndex={-1}
    >
      {card ? (
        <CardActions
          card={card}
          tool={step.call.tool}
          problemId={problemId}
          editRef={keys.editRef}
          denyRef={keys.denyRef}
        />
      ) : (
        <CardRecord step={step} transcript={transcript} />
      )}
    </div>
  );
});
