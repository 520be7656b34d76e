import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Parts of a pixel get lost when a page is zoomed. */
const NEAR_PX = 2;

export interface IFollow {
  /** What scrolls, and what grows in it. */
  readonly frame: RefObject<HTMLDivElement>;
  readonly content: RefObject<HTMLDivElement>;
  readonly isFollowing: boolean;
  onScroll(): void;
  /** Go to the newest, and on with it. */
  follow(): void;
}

/** Keep the newest in view until the reader scrolls up. */
export function useFollow(): IFollow {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const following = useRef(true);
  const [isFollowing, setFollowing] = useState(true);

  const set = useCallback((value: boolean) => {
    following.current = value;
    setFollowing(value);
  }, []);

  const toEnd = useCallback(() => {
    const { current } = frame;
    if (current && following.current) {
      current.scrollTop = current.scrollHeight;
    }
  }, []);

  useLayoutEffect(() => {
    toEnd();
    const observer = new ResizeObserver(toEnd);
    [frame.current, content.current].forEach(node => node && observer.observe(node));
    return () => observer.disconnect();
  }, [toEnd]);

  const onScroll = useCallback(() => {
    const { current } = frame;
    if (!current) {
      return;
    }
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - NEAR_PX;
    // What grows below is no scrolling of the reader's.
    if (isAtEnd || scrollTop < lastTop.current) {
      set(isAtEnd);
    }
    lastTop.current = scrollTop;
  }, [set]);

  const follow = useCallback(() => {
    set(true);
    toEnd();
  }, [set, toEnd]);

  return { frame, content, isFollowing, onScroll, follow };
}
