import type { Block } from '../../src/model/blocks';
import { stepLine } from '../../src/model/steps';
import type { Transcript } from '../../src/model/transcript';

/** The blocks as the files of the contract have them. */
export function linesOf(transcript: Transcript): unknown[] {
  return transcript.blocks
    .filter(block => !(block.kind === 'notice' && isPassing(block.sign)))
    .map(lineOf);
}

/** Words about a retry or a fallback change with what comes of it. */
function isPassing(sign: string): boolean {
  return sign === 'retry' || sign === 'fallback';
}

function lineOf(block: Block): unknown {
  switch (block.kind) {
    case 'words':
    case 'thinking':
      return { kind: block.kind, text: block.text };
    case 'step': {
      const { words, target, rest } = stepLine(block);
      return {
        kind: 'step',
        tool: block.call.tool,
        state: block.state,
        line: [words, target, rest].map(text => text.replace(/\b\d\d:\d\d\b/, 'HH:MM')),
        outputs: block.result?.outputs?.length ?? 0
      };
    }
    case 'notice': {
      const { title, quote, body } = block;
      return { kind: 'notice', title, quote, body };
    }
    case 'source':
      return { kind: 'source', citation: block.citation };
  }
}
