import * as React from 'react';
import { Icon } from './icons';
import { SUPPRESSED } from './keys';
import { useOpened } from './useOpened';

export interface IFoldProps {
  /** By which it is remembered whether the person opened it. */
  readonly id: string;
  /** The line that is always there. */
  readonly head: React.ReactNode;
  /** Made only while it is open. */
  readonly children: () => React.ReactNode;
}

/** A line that opens: closed unless the person opens it. */
export function Fold({ id, head, children }: IFoldProps): React.JSX.Element {
  const [isOpen, setOpen] = useOpened(id);
  return (
    <details
      className="jp-Assistant-step"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="jp-Assistant-stepHead" {...SUPPRESSED}>
        <Icon name="chevron" />
        {head}
      </summary>
      {isOpen && <div className="jp-Assistant-stepBody">{children()}</div>}
    </details>
  );
}
