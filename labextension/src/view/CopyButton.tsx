import * as React from 'react';
import { Button } from './Button';
import { copy } from './copy';
import { Icon } from './icons';

const CONFIRMED_MS = 2000;

export interface ICopyButtonProps {
  /** What is copied, for who hears the button only. */
  readonly label: string;
  readonly text: () => string;
}

/** Copies and says for a moment what became of it. */
export function CopyButton({ label, text }: ICopyButtonProps): React.JSX.Element {
  const [outcome, setOutcome] = React.useState<'copied' | 'failed' | null>(null);
  React.useEffect(() => {
    const timer = outcome && setTimeout(() => setOutcome(null), CONFIRMED_MS);
    return () => clearTimeout(timer ?? undefined);
  }, [outcome]);
  const onClick = (): void => {
    void copy(text()).then(isCopied => setOutcome(isCopied ? 'copied' : 'failed'));
  };
  const words = { copied: 'Copied', failed: 'Not copied' };
  return (
    <Button
      look="quiet"
      className="jp-Assistant-copy"
      aria-label={outcome ? words[outcome] : label}
      title={label}
      onClick={onClick}
    >
      <Icon
        name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'x' : 'copy'}
        tone={outcome === 'copied' ? 'ok' : undefined}
      />
      <span className="jp-Assistant-wide">{outcome ? words[outcome] : 'Copy'}</span>
    </Button>
  );
}
