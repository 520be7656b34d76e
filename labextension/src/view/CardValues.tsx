import * as React from 'react';
import type { IArgument } from '../model/arguments';

/** Arguments with their names; what is no object at all as it was written. */
export function CardValues({
  values
}: {
  readonly values: readonly IArgument[];
}): React.JSX.Element {
  if (values.length === 0) {
    return <p className="jp-Assistant-args jp-Assistant-muted">No arguments.</p>;
  }
  if (values.every(({ name }) => name === '')) {
    return <pre className="jp-Assistant-code">{values.map(({ text }) => text)}</pre>;
  }
  return (
    <dl className="jp-Assistant-args">
      {values.map(({ name, text, isLong }) => (
        <React.Fragment key={name}>
          <dt>{name}</dt>
          <dd className={isLong ? 'jp-mod-long' : undefined}>{text}</dd>
        </React.Fragment>
      ))}
    </dl>
  );
}
