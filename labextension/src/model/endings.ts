import type { EndReason } from '../wire';
import type { Block, ReplyStatus } from './blocks';

export type Ending = Extract<ReplyStatus, 'done' | 'stopped' | 'limited' | 'failed'>;

/** What a block is to which nothing more will come. */
export function ended(block: Block): Block {
  switch (block.kind) {
    case 'words':
      return block.isComplete ? block : { ...block, isComplete: true };
    case 'thinking':
      return block.seconds === null ? { ...block, seconds: undefined } : block;
    case 'step': {
      const state = block.state === 'running' ? 'failed' : 'not_run';
      return block.result ? block : { ...block, state, pending: null, sent: null };
    }
    default:
      return block;
  }
}

/** What the reason of a run's end means for its reply. */
export function endingOf(reason: EndReason): Ending {
  switch (reason) {
    case 'cancelled':
      return 'stopped';
    case 'rounds':
    case 'budget':
    case 'max_tokens':
      return 'limited';
    case 'error':
      return 'failed';
    default:
      return 'done';
  }
}
