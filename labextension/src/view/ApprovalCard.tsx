import * as React from 'react';
import { phaseOf } from '../model/cards';
import { Card, type ICardProps } from './Card';
import { StepList } from './StepGroup';

export interface IApprovalCardProps extends ICardProps {
  /** Whether one line is enough: it was decided before this view came, or long ago. */
  readonly isFolded: boolean;
}

/** A call that does more than read: asked for, decided, run. */
export const ApprovalCard = React.memo(function ApprovalCard({
  isFolded,
  ...card
}: IApprovalCardProps) {
  const { step, transcript, place } = card;
  return isFolded && phaseOf(step) !== 'pending' ? (
    <StepList items={[step]} transcript={transcript} place={place} />
  ) : (
    <Card {...card} />
  );
});
