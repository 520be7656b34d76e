import * as React from 'react';
import type { IStep } from '../model/blocks';
import { callThatRuns } from '../model/steps';
import { CardArguments } from './CardArguments';
import { fieldLabel } from './card-words';
import { CodeEditor } from './CodeEditor';
import { isCode, textToEdit } from './draft';
import type { IMarkdown } from './ports';
import type { ICard } from './useCard';

export interface ICardCallProps {
  readonly id: string;
  readonly problemId: string;
  readonly step: IStep;
  /** The step with the person's change in it. */
  readonly shown: IStep;
  readonly card: ICard;
  readonly markdown: IMarkdown;
}

/** What will run, whole, or the fields in which the person changes it. */
export function CardCall(props: ICardCallProps): React.JSX.Element {
  const { id, problemId, step, shown, card, markdown } = props;
  const call = callThatRuns(shown);
  const hasCode = isCode(step.call);
  const editor = card.mode === 'editing' && (
    <CodeEditor
      text={card.text}
      language={hasCode ? 'python' : 'json'}
      label={fieldLabel(step.call)}
      markdown={markdown}
      describedBy={problemId}
      isInvalid={card.draft.problem !== null}
      onChange={card.setText}
    />
  );
  return (
    <div
      className="jp-Assistant-cardCall jp-Assistant-room"
      // Code has the same lines while it is changed; values are changed as JSON.
      data-room={hasCode ? '' : textToEdit(step.call)}
    >
      <CardArguments id={id} call={call} markdown={markdown} editor={editor || null} />
    </div>
  );
}
