import * as React from 'react';
import { focusInPlace } from './card-focus';
import { SUPPRESSED } from './keys';

export interface ICardReasonProps {
  readonly reason: string;
  onChange(reason: string): void;
}

/** Why the person denies a call; the focus comes with it. */
export function CardReason({ reason, onChange }: ICardReasonProps): React.JSX.Element {
  const field = React.useRef<HTMLInputElement>(null);
  const hintId = React.useId();
  React.useEffect(() => focusInPlace(field.current), []);
  return (
    <div className="jp-Assistant-cardReason">
      <input
        {...SUPPRESSED}
        ref={field}
        value={reason}
        aria-label="Reason for the model, optional"
        aria-describedby={hintId}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <p className="jp-Assistant-meta" id={hintId}>
        The model reads this. Enter denies, Esc goes back to waiting.
      </p>
    </div>
  );
}
