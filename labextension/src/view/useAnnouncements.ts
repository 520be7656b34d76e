import { useEffect, useRef } from 'react';
import type { Transcript } from '../model/transcript';
import { announceChanges } from './announcements';
import type { IPlace } from './ports';

/** Tell who can't see the screen what becomes of a reply. */
export function useAnnouncements(transcript: Transcript, place: IPlace): void {
  const current = useRef(place);
  useEffect(() => {
    current.current = place;
  }, [place]);
  useEffect(() => announceChanges(transcript, () => current.current), [transcript]);
}
