import * as React from 'react';
import { argumentsOf } from '../model/arguments';
import type { ToolCallPart } from '../wire';
import { CardValues } from './CardValues';
import { CodeLines } from './CodeLines';
import { isCode, textToEdit } from './draft';
import type { IMarkdown } from './ports';

export interface ICardArgumentsProps {
  readonly id?: string;
  readonly call: ToolCallPart;
  readonly markdown: IMarkdown;
  /** Stands in the place of what it changes. */
  readonly editor?: React.JSX.Element | null;
}

/** All arguments of a call, whole: code in lines, the others as labelled values. */
export function CardArguments(props: ICardArgumentsProps): React.JSX.Element {
  const { id, call, markdown, editor = null } = props;
  if (!isCode(call)) {
    return (
      <div id={id} className="jp-Assistant-room">
        <div className={editor ? 'jp-mod-covered' : undefined}>
          <CardValues values={argumentsOf(call)} />
        </div>
        {editor}
      </div>
    );
  }
  const others = argumentsOf(call).filter(({ name }) => name !== '');
  return (
    <div id={id}>
      {editor ?? (
        <pre className="jp-Assistant-code jp-mod-numbered">
          <CodeLines
            code={textToEdit(call)}
            language="python"
            markdown={markdown}
            isMarked={true}
          />
        </pre>
      )}
      {others.length > 0 && <CardValues values={others} />}
    </div>
  );
}
