import type { PartialJSONObject } from '@lumino/coreutils';
import type { Block } from '../model/blocks';
import { pythonOf, stepLine } from '../model/steps';
import type { Transcript } from '../model/transcript';
import type { Log } from '../widget/log';
import { REPLY_MIME, type IReplyData } from '../widget/protocol';

/** The display of a reply that goes on, for who has neither its kernel nor us. */
export function snapshotOf(
  transcript: Transcript,
  log: Log,
  live: string
): PartialJSONObject {
  const thought = transcript.blocks.flatMap(block =>
    block.kind === 'thinking' ? [block.seconds ?? 0] : []
  );
  const reply = {
    ...log.record(),
    elapsed_s: transcript.elapsedSeconds,
    thought_s: thought
  };
  const data: IReplyData = { v: 1, reply, live };
  const text = transcript.blocks.map(textOf).filter(Boolean).join('\n\n');
  return {
    [REPLY_MIME]: data as unknown as PartialJSONObject,
    'text/markdown': text,
    'text/plain': text
  };
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'words':
      return block.text.trim();
    case 'thinking':
      return '';
    case 'step': {
      const { words, target, rest } = stepLine(block);
      const line = `*${words}* ${target ? `\`${target}\`` : ''}${rest}`;
      const code = block.effect === 'execute' ? pythonOf(block.call) : null;
      return code ? `${line}\n\n${fenced(code)}` : line;
    }
    case 'notice':
      return `> **${block.title}** ${block.quote} ${block.body}`.trim();
    case 'source': {
      const { title, url, filename } = block.citation;
      return [title, url || filename].filter(Boolean).join(' · ');
    }
  }
}

function fenced(code: string): string {
  const runs = code.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)));
  return `${fence}python\n${code}\n${fence}`;
}
