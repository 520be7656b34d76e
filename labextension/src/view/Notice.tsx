import * as React from 'react';
import type { INotice } from '../model/blocks';
import { CodeWords } from './CodeWords';
import { Icon, type IIconProps } from './icons';

export interface INoticeProps {
  readonly notice: INotice;
  /** Whether it tells of a failure that has just ended the reply. */
  readonly isAlert?: boolean;
}

const ICONS: Readonly<Record<INotice['sign'], IIconProps | null>> = {
  info: null,
  stopped: null,
  fallback: { name: 'next', tone: 'warn' },
  retry: { name: 'retry', tone: 'warn' },
  warning: { name: 'warn', tone: 'warn' },
  error: { name: 'error', tone: 'error' }
};

const BOXES: Readonly<Partial<Record<INotice['sign'], string>>> = {
  warning: 'jp-mod-warn',
  error: 'jp-mod-error'
};

/** Something that happened beside the answer: a line, or a box if the person must act. */
export const Notice = React.memo(function Notice({
  notice,
  isAlert = false
}: INoticeProps) {
  const { sign, title, body, quote } = notice;
  const icon = ICONS[sign];
  const box = BOXES[sign];
  return (
    <div
      className={`jp-Assistant-notice ${box ?? 'jp-mod-line'}`}
      role={isAlert ? 'alert' : undefined}
    >
      {icon && <Icon {...icon} />}
      <div>
        {/* The status line says already that it was stopped. */}
        {sign !== 'stopped' && <Title text={title} isStrong={box !== undefined} />}
        {quote && ` It says: “${quote}”`} <CodeWords text={body} />
      </div>
    </div>
  );
});

function Title(props: {
  readonly text: string;
  readonly isStrong: boolean;
}): React.JSX.Element {
  const words = <CodeWords text={props.text} />;
  return props.isStrong ? <b>{words}</b> : words;
}
