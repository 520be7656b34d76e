import { useCallback, useSyncExternalStore } from 'react';
import type { Transcript } from '../model/transcript';
import type { Busy } from './Composer';

/** What a conversation is busy with, by its last reply. */
export function useBusy(last: Transcript | undefined): Busy {
  const subscribe = useCallback(
    (listener: () => void) => last?.subscribe(listener) ?? (() => undefined),
    [last]
  );
  return useSyncExternalStore(subscribe, () => busyWith(last));
}

function busyWith(last: Transcript | undefined): Busy {
  if (!last || last.isOver) {
    return null;
  }
  return last.status === 'pending' ? 'deciding' : 'answering';
}
