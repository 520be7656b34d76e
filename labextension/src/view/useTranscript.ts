import { useCallback, useSyncExternalStore } from 'react';

/** What tells of its changes: a transcript, a conversation. */
export interface IFollowed {
  subscribe(listener: () => void): () => void;
  readonly version: number;
}

/** Render again when something has changed, at most once a frame. */
export function useTranscript(followed: IFollowed): number {
  const subscribe = useCallback(
    (listener: () => void) => onceAFrame(followed, listener),
    [followed]
  );
  return useSyncExternalStore(subscribe, () => followed.version);
}

function onceAFrame(followed: IFollowed, listener: () => void): () => void {
  let frame = 0;
  const unsubscribe = followed.subscribe(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      listener();
    });
  });
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
