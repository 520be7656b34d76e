import { useRef } from 'react';
import type { Transcript } from '../model/transcript';

/**
 * Calls that have waited for the person in this view. Their cards stay as they are: one
 * folds when the page is loaded again, not under the pointer.
 */
export function useAsked(transcript: Transcript): ReadonlySet<string> {
  const asked = useRef(new Set<string>());
  transcript.waiting.forEach(({ id }) => asked.current.add(id));
  return asked.current;
}
