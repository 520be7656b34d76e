import * as React from 'react';
import type { Selection } from '../wire';

export interface IMessageProps {
  readonly text: string;
  /** What went along from the notebook. */
  readonly sent: readonly Selection[];
}

/** What the person asked. */
export const Message = React.memo(function Message({ text, sent }: IMessageProps) {
  return (
    <article className="jp-Assistant-message" aria-label="You">
      <div className="jp-Assistant-said">{text}</div>
      {sent.length > 0 && (
        <ul className="jp-Assistant-chips" aria-label="Sent along">
          {sent.map(({ label, truncated }, place) => (
            <li key={place} className="jp-Assistant-chip">
              <span>{label}</span>
              {truncated && <span className="jp-Assistant-muted">cut</span>}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
});
