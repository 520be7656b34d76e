import * as React from 'react';
import type { IStep } from '../model/blocks';
import { phaseOf } from '../model/cards';
import type { Transcript } from '../model/transcript';
import { shownStep } from './card-words';
import { CardCall } from './CardCall';
import { CardHead } from './CardHead';
import { CardMore } from './CardMore';
import { CardRow } from './CardRow';
import { SUPPRESSED } from './keys';
import type { IPlace } from './ports';
import { useCard } from './useCard';
import { useCardKeys } from './useCardKeys';
import { useCardLink } from './useCardLink';
import { useLeaveCard } from './useLeaveCard';
import { useQuietKeys } from './useQuietKeys';

export interface ICardProps {
  readonly step: IStep;
  readonly transcript: Transcript;
  readonly place: IPlace;
  /** Among the calls that wait; negative for all else. */
  readonly index: number;
  readonly count: number;
}

/** A call with all its arguments: what the person can say to it, or said. */
export function Card(props: ICardProps): React.JSX.Element {
  const { step, transcript, place, index, count } = props;
  const isAsked = phaseOf(step) === 'pending';
  const decide = isAsked ? place.actions.decide : undefined;
  const canDecide = decide !== undefined;
  const id = React.useId();
  const { node, row, rowHeight, leave } = useLeaveCard();
  const card = useCard({ step, transcript, decide, onDecide: leave });
  const shown = shownStep(step, card.draft);
  const link = useCardLink(step, card);
  const shape = `${canDecide} ${step.pending?.args_digest} ${index} of ${count}`;
  const keys = useCardKeys(card, useQuietKeys(shape, transcript.now));
  return (
    <section
      {...SUPPRESSED}
      ref={node}
      className={classOf(step, canDecide)}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-facts ${id}-call`}
      tabIndex={-1}
      onKeyDown={canDecide ? keys.onKeyDown : undefined}
    >
      <CardHead
        titleId={`${id}-title`}
        factsId={`${id}-facts`}
        step={step}
        shown={shown}
        notebook={place.notebook}
        number={isAsked && count > 1 ? `${index + 1} of ${count}` : ''}
        link={link.link}
      />
      <CardCall
        id={`${id}-call`}
        problemId={`${id}-problem`}
        step={step}
        shown={shown}
        card={card}
        markdown={place.markdown}
      />
      <CardRow
        ref={row}
        step={step}
        transcript={transcript}
        card={canDecide ? card : null}
        keys={keys}
        problemId={`${id}-problem`}
        height={rowHeight}
      />
      <CardMore
        problemId={`${id}-problem`}
        step={step}
        card={canDecide ? card : null}
        showsModels={link.isOpen}
        markdown={place.markdown}
      />
    </section>
  );
}

function classOf({ state }: IStep, canDecide: boolean): string {
  const failed = state === 'failed' ? ' jp-mod-failed' : '';
  return `jp-Assistant-card${canDecide ? ' jp-mod-pending' : failed}`;
}
