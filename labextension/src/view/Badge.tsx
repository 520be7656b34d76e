import * as React from 'react';
import { badgeWords } from '../model/cards';
import type { Effect } from '../wire';
import { Icon, type IconName } from './icons';

const ICONS: Readonly<Record<Effect, IconName>> = {
  read: 'file',
  write: 'edit',
  execute: 'play',
  external: 'out'
};

/** What a call can do, whatever it is. */
export function Badge({ effect }: { readonly effect: Effect }): React.JSX.Element {
  return (
    <span className={`jp-Assistant-badge jp-mod-${effect}`}>
      <Icon name={ICONS[effect]} />
      {badgeWords(effect)}
    </span>
  );
}
