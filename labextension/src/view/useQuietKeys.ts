import { useCallback, useLayoutEffect, useRef } from 'react';

/** For how long keys are not meant for what has just appeared. */
export const QUIET_MS = 400;

/**
 * Whether `what` has been there for too short a time for a key to be meant for it.
 *
 * @param now a clock that only goes forward, in ms
 */
export function useQuietKeys(what: string, now: () => number): () => boolean {
  const since = useRef(now());
  useLayoutEffect(() => {
    since.current = now();
  }, [what, now]);
  return useCallback(() => now() - since.current < QUIET_MS, [now]);
}
