import * as React from 'react';
import { CodeLines } from './CodeLines';
import { SUPPRESSED } from './keys';
import type { IMarkdown } from './ports';

export interface ICodeEditorProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly markdown: IMarkdown;
  readonly describedBy?: string;
  readonly isInvalid: boolean;
  onChange(text: string): void;
}

/**
 * Code that the person changes where it stands: a field without colours of its own above
 * the lines, with the same metrics, so that nothing moves when it comes and goes.
 */
export function CodeEditor(props: ICodeEditorProps): React.JSX.Element {
  const { text, language, label, markdown, describedBy, isInvalid, onChange } = props;
  const field = React.useRef<HTMLTextAreaElement>(null);
  React.useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className="jp-Assistant-editor">
      <pre className="jp-Assistant-code jp-mod-editing" aria-hidden="true">
        <CodeLines
          code={text}
          language={language}
          markdown={markdown}
          isMarked={false}
        />
      </pre>
      <textarea
        {...SUPPRESSED}
        ref={field}
        value={text}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
