import * as React from 'react';
import { createPortal } from 'react-dom';
import { IncrementalMarkdown, type ICodeBlock } from '../markdown/incremental';
import { CodeBar } from './CodeBar';
import type { IPlace } from './ports';

export interface IWordsProps {
  readonly text: string;
  readonly isComplete: boolean;
  readonly place: IPlace;
}

interface IBar {
  readonly node: HTMLElement;
  readonly code: ICodeBlock;
}

/** Markdown of the model, which may grow. */
export const Words = React.memo(function Words({
  text,
  isComplete,
  place
}: IWordsProps) {
  const host = React.useRef<HTMLDivElement>(null);
  const shown = React.useRef<IncrementalMarkdown | null>(null);
  const [bars, setBars] = React.useState<readonly IBar[]>([]);
  const { markdown, actions } = place;

  React.useLayoutEffect(() => {
    const incremental = new IncrementalMarkdown(markdown, {
      onCode: (pre, code) => {
        const bar = { node: hangBar(pre), code };
        const isThere = ({ node }: IBar): boolean => incremental.node.contains(node);
        setBars(others => [...others.filter(isThere), bar]);
      }
    });
    shown.current = incremental;
    host.current?.replaceChildren(incremental.node);
    return () => {
      incremental.dispose();
      setBars([]);
    };
  }, [markdown]);

  React.useLayoutEffect(() => {
    shown.current?.update(text, isComplete);
  }, [markdown, text, isComplete]);

  return (
    <>
      <div className="jp-Assistant-text" ref={host} />
      {bars.map(({ node, code }) =>
        createPortal(<CodeBar code={code} actions={actions} />, node)
      )}
    </>
  );
});

/** A place for a bar inside the code, so that it comes and goes with it. */
function hangBar(pre: HTMLPreElement): HTMLElement {
  const node = document.createElement('span');
  node.className = 'jp-Assistant-codebar';
  const code = pre.querySelector('code');
  if (code) {
    code.tabIndex = 0; // it scrolls sideways, by keys too
  }
  pre.prepend(node);
  return node;
}
