import * as React from 'react';
import type { IStep } from '../model/blocks';
import { hiddenIn } from './card-words';
import { CardArguments } from './CardArguments';
import { CardReason } from './CardReason';
import { CardResult } from './CardResult';
import { Icon } from './icons';
import type { IMarkdown } from './ports';
import type { ICard } from './useCard';

export interface ICardMoreProps {
  readonly problemId: string;
  readonly step: IStep;
  /** null if nothing can be said to it here. */
  readonly card: ICard | null;
  readonly showsModels: boolean;
  readonly markdown: IMarkdown;
}

/** What comes below the buttons or the record, so that they stay where they are. */
export function CardMore(props: ICardMoreProps): React.JSX.Element {
  const { problemId, step, card, showsModels, markdown } = props;
  return (
    <>
      {card && <Remarks id={problemId} card={card} />}
      {card?.mode === 'denying' && (
        <CardReason reason={card.reason} onChange={card.setReason} />
      )}
      {showsModels && (
        <div
          className="jp-Assistant-cardCall"
          role="group"
          aria-label="What the model wrote"
        >
          <CardArguments call={step.call} markdown={markdown} />
        </div>
      )}
      <CardResult step={step} />
    </>
  );
}

/** Why it can't be approved, and what can't be seen in the field. */
function Remarks({
  id,
  card
}: {
  readonly id: string;
  readonly card: ICard;
}): React.JSX.Element {
  const { problem } = card.draft;
  const hidden = card.mode === 'editing' ? hiddenIn(card.text) : [];
  return (
    <div id={id} role="status" className="jp-Assistant-cardRemarks">
      {problem !== null && (
        <p>
          <Icon name="error" tone="error" />
          {problem}
        </p>
      )}
      {hidden.length > 0 && (
        <p>
          <Icon name="warn" tone="warn" />
          Invisible here: {hidden.join(', ')}.
        </p>
      )}
    </div>
  );
}
