import { taskWords } from '../model/cards';
import type { ReplyStatus } from '../model/blocks';
import type { Transcript } from '../model/transcript';
import type { IPlace } from './ports';

/** Say from now on when a reply is finished or needs the person; what is streamed never. */
export function announceChanges(
  transcript: Transcript,
  place: () => IPlace
): () => void {
  let { status } = transcript;
  return transcript.subscribe(() => {
    if (transcript.status !== status) {
      ({ status } = transcript);
      const words = wordsFor(status, transcript, place().notebook);
      if (words) {
        place().announce(words);
      }
    }
  });
}

function wordsFor(
  status: ReplyStatus,
  transcript: Transcript,
  notebook: string | undefined
): string {
  switch (status) {
    case 'pending': {
      const step = transcript.waiting.find(({ sent }) => !sent);
      return step ? `Waiting for you: ${taskWords(step, notebook)}` : '';
    }
    case 'done':
    case 'limited':
      return 'Reply finished';
    case 'stopped':
      return 'Stopped';
    default: // what failed is an alert of its own
      return '';
  }
}
