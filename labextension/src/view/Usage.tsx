import * as React from 'react';
import { usageRows } from '../model/byline';
import type { Usage as IUsage } from '../wire';

export interface IUsageProps {
  readonly id: string;
  readonly usage: IUsage;
}

/** What a reply has cost, in detail. */
export function Usage({ id, usage }: IUsageProps): React.JSX.Element {
  return (
    <dl id={id} className="jp-Assistant-popup jp-Assistant-usage">
      {usageRows(usage).map(({ name, value, remark }) => (
        <React.Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{remark}</dd>
        </React.Fragment>
      ))}
    </dl>
  );
}
