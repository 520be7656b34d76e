import * as React from 'react';
import type { ICodeBlock } from '../markdown/incremental';
import { Button } from './Button';
import { CopyButton } from './CopyButton';
import { Icon } from './icons';
import type { IReplyActions } from './ports';

/** Names of what a notebook of ours can run. */
const RUNS = ['python', 'python3', 'py', 'ipython', 'ipython3'];

export interface ICodeBarProps {
  readonly code: ICodeBlock;
  readonly actions: IReplyActions;
}

/** The bar above code: its language, and what can be done with it here. */
export function CodeBar({ code, actions }: ICodeBarProps): React.JSX.Element {
  const { language, text } = code;
  const { insertBelow, runBelow } = actions;
  return (
    <>
      {language}
      <span className="jp-Assistant-spacer" />
      <CopyButton label="Copy this code" text={() => text} />
      {insertBelow && (
        <Button
          look="quiet"
          aria-label="Insert below"
          title="Insert this code as a cell below"
          onClick={() => insertBelow(text)}
        >
          <Icon name="below" />
          <span className="jp-Assistant-wide">Insert below</span>
        </Button>
      )}
      {runBelow && RUNS.includes(language.toLowerCase()) && (
        <Button
          look="quiet"
          aria-label="Run"
          title="Run this code in a cell below"
          onClick={() => runBelow(text)}
        >
          <Icon name="play" />
          <span className="jp-Assistant-wide">Run</span>
        </Button>
      )}
    </>
  );
}
