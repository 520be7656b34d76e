import * as React from 'react';

/** Drawings on a grid of 16, in the colour of the text around them. */
const DRAWINGS = {
  below: 'M3 3h10v4H3zM8 9.5v4M6 11.5h4',
  check: 'M3 8.5l3.2 3.2L13 4.5',
  chevron: 'M6 4l4 4-4 4',
  clock: 'M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8 5v3.2l2.2 1.3',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  down: 'M4 6l4 4 4-4',
  edit: 'M3 13l.7-2.8 6.8-6.8 2.1 2.1-6.8 6.8z',
  error: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M8 4.8v3.8M8 11v.1',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  lock: 'M4 7.5h8V13H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2',
  mark:
    'M4.5 2.5h-2v11h2M11.5 2.5h2v11h-2' +
    'M6.3 6.4a1.7 1.7 0 1 1 2.6 1.4c-.6.4-.9.7-.9 1.4M8 11.3v.1',
  next: 'M3 3.5V7a2.5 2.5 0 0 0 2.5 2.5H13M10.5 7L13 9.5 10.5 12',
  out: 'M9.5 3H13v3.5M13 3L7.5 8.5M11.5 9.5V13H3V4.5h3.5',
  play: 'M5.5 3.5v9l7-4.5z',
  retry: 'M12.5 8a4.5 4.5 0 1 1-1.3-3.2l1.3 1.3M12.5 3.3v2.8H9.7',
  stop: 'M5.5 4.5h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1z',
  warn: 'M8 2.5L14.2 13H1.8zM8 6.3v3.2M8 11.3v.1',
  x: 'M4.5 4.5l7 7M11.5 4.5l-7 7'
} as const;

export type IconName = keyof typeof DRAWINGS;

export interface IIconProps {
  readonly name: IconName;
  /** What the colour means; none if it means nothing. */
  readonly tone?: 'warn' | 'error' | 'ok' | 'brand';
}

export function Icon({ name, tone }: IIconProps): React.JSX.Element {
  return (
    <svg
      className={tone ? `jp-Assistant-icon jp-mod-${tone}` : 'jp-Assistant-icon'}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={DRAWINGS[name]} fill={name === 'stop' ? 'currentColor' : undefined} />
    </svg>
  );
}

/** Something goes on. */
export function Spinner(): React.JSX.Element {
  return <span className="jp-Assistant-spinner" aria-hidden="true" />;
}
