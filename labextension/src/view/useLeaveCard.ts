import { useCallback, useRef, useState, type RefObject } from 'react';
import { focusInPlace, nextCard } from './card-focus';

export interface ILeaveCard {
  readonly node: RefObject<HTMLElement>;
  readonly row: RefObject<HTMLDivElement>;
  /** How high the row of buttons was when the person left it. */
  readonly rowHeight: number | undefined;
  /** The card has been decided: on to the next one, or to what is left of its buttons. */
  leave(): void;
}

/** Where the focus goes from a card, and the room that its buttons leave. */
export function useLeaveCard(): ILeaveCard {
  const node = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState<number>();
  const leave = useCallback(() => {
    setRowHeight(row.current?.getBoundingClientRect().height);
    focusInPlace((node.current && nextCard(node.current)) ?? row.current);
  }, []);
  return { node, row, rowHeight, leave };
}
