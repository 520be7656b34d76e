import { useRef } from 'react';
import { groupSteps, type Row } from '../model/rows';
import type { Transcript } from '../model/transcript';

/** The rows of a reply; those that are the same stay the same objects. */
export function useRows(transcript: Transcript): readonly Row[] {
  const rows = useRef<readonly Row[]>([]);
  rows.current = groupSteps(transcript.blocks, rows.current);
  return rows.current;
}
