import * as React from 'react';
import { CodeWords } from './CodeWords';
import { Icon } from './icons';

/** Why something that the person asked for can't be done. */
export function Refusal({ words }: { readonly words: string }): React.JSX.Element {
  return (
    <div className="jp-Assistant-notice jp-mod-warn" role="alert">
      <Icon name="warn" tone="warn" />
      <div>
        <CodeWords text={words} />
      </div>
    </div>
  );
}
