import * as React from 'react';
import type { IStep } from '../model/blocks';
import { cardTitle } from '../model/cards';
import { Badge } from './Badge';
import { Button } from './Button';
import { factsOf, roomOf } from './card-words';

export interface ICardHeadProps {
  readonly titleId: string;
  readonly factsId: string;
  readonly step: IStep;
  /** The step with the person's change in it. */
  readonly shown: IStep;
  readonly notebook: string | undefined;
  /** `1 of 2`; empty if it is alone. */
  readonly number: string;
  /** What can be done about the person's change. */
  readonly link: ICardLink | null;
}

export interface ICardLink {
  readonly words: string;
  /** Whether what it shows is shown; undefined if it shows nothing. */
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

/** The question, what kind of call it is, and what to know about it. */
export function CardHead(props: ICardHeadProps): React.JSX.Element {
  const { titleId, factsId, step, shown, notebook, number, link } = props;
  const room = roomOf(step, { notebook });
  return (
    <>
      <div className="jp-Assistant-cardHead">
        <div
          className="jp-Assistant-cardTitle jp-Assistant-room"
          id={titleId}
          data-room={room.title}
        >
          <span>{cardTitle(shown, { notebook })}</span>
        </div>
        {number && <span className="jp-Assistant-meta">{number}</span>}
        <Badge effect={step.effect} />
      </div>
      <p className="jp-Assistant-cardWhere jp-Assistant-room" data-room={room.facts}>
        <span>
          <span id={factsId}>{factsOf(shown)}</span>
          {link && (
            <>
              {' '}
              <Button look="link" aria-expanded={link.isOpen} onClick={link.onClick}>
                {link.words}
              </Button>
            </>
          )}
        </span>
      </p>
    </>
  );
}
