import * as React from 'react';
import { PYTHON } from '../model/steps';
import { Button } from './Button';
import { SUPPRESSED } from './keys';
import type { ICard } from './useCard';

export interface ICardActionsProps {
  readonly card: ICard;
  readonly tool: string;
  /** The id of the words that tell why it can't be approved. */
  readonly problemId: string;
  readonly editRef: React.Ref<HTMLButtonElement>;
  readonly denyRef: React.Ref<HTMLButtonElement>;
}

/** What the person can say to a call that waits. */
export function CardActions(props: ICardActionsProps): React.JSX.Element {
  const { card, tool, problemId, editRef, denyRef } = props;
  const { mode, draft } = card;
  const [isEditing, isDenying] = [mode === 'editing', mode === 'denying'];
  return (
    <>
      <Button
        look="primary"
        aria-keyshortcuts="Shift+Enter"
        aria-disabled={draft.problem !== null || undefined}
        aria-describedby={draft.problem === null ? undefined : problemId}
        onClick={card.approve}
      >
        Approve
        <Key name="⇧↵" />
      </Button>
      <Button
        ref={editRef}
        aria-keyshortcuts="E"
        aria-pressed={isEditing}
        onClick={() => card.setMode(isEditing ? 'reading' : 'editing')}
      >
        Edit
        <Key name={isEditing ? 'Esc' : 'E'} />
      </Button>
      <Button
        ref={denyRef}
        aria-keyshortcuts="D"
        aria-expanded={isDenying}
        onClick={() => (isDenying ? card.deny() : card.setMode('denying'))}
      >
        Deny
        <Key name={isDenying ? '↵' : 'D'} />
      </Button>
      <span className="jp-Assistant-spacer" />
      <label className="jp-Assistant-remember">
        <input
          {...SUPPRESSED}
          type="checkbox"
          checked={card.remember}
          onChange={event => card.setRemember(event.currentTarget.checked)}
        />
        Always allow {tool === PYTHON ? 'Python' : <code>{tool}</code>} in this
        conversation
      </label>
    </>
  );
}

/** A hint for who sees the button; who hears it is told by `aria-keyshortcuts`. */
function Key({ name }: { readonly name: string }): React.JSX.Element {
  return (
    <span className="jp-Assistant-key" aria-hidden="true">
      {name}
    </span>
  );
}
