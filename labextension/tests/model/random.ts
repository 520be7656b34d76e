/** Logs of runs as a loop could tell them, the same ones for the same seed. */
import type { AnyPart, RunEvent, ToolCallPart } from '../../src/wire';
import {
  BROKEN,
  decided,
  DONE,
  failed,
  FALLBACK,
  message,
  progress,
  python,
  reasoned,
  requested,
  result,
  RETRYING,
  STOPPED,
  thought,
  toolCall,
  waits,
  words
} from './events';

export class Random {
  constructor(private _state: number) {}

  /** Below 1. (The generator is known as mulberry32.) */
  next(): number {
    this._state = (this._state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this._state ^ (this._state >>> 15), 1 | this._state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)];
  }

  times<Value>(most: number, make: (place: number) => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, (_, place) => make(place));
  }
}

/** Rounds of a message and what becomes of its calls, and mostly an end. */
export function randomLog(random: Random): RunEvent[] {
  let calls = 0;
  const log: RunEvent[] = [];
  random.times(4, () => {
    const own = random.times(3, () => {
      calls += 1;
      const id = `c${calls}`;
      const isRead = random.below(2) === 0;
      return isRead ? toolCall('read_cells', { first: 1 }, id) : python('a\nb', id);
    });
    const cards = random.times(2, place => {
      const retrying = { ...RETRYING, attempt: place + 2 } as RunEvent;
      return random.pick([retrying, FALLBACK, INFO]);
    });
    log.push(...cards);
    log.push(...round(random, own), ...answers(random, own));
  });
  log.push(...random.times(3, () => words(random.pick(['a', 'b ', '\n\n']))));
  log.push(...random.pick([[], [DONE], [STOPPED], [BROKEN]]));
  return log;
}

const INFO: RunEvent = { type: 'info', text: 'Something to know.' };

/** A message in pieces and then whole. */
function round(random: Random, calls: readonly ToolCallPart[]): RunEvent[] {
  const parts: AnyPart[] = [];
  const deltas = random.times(3, place => {
    const text = random.pick(['One', ' two.', '\n\n# Three', 'é 😀']);
    const isThought = place === 0 && random.below(2) === 0;
    addTo(parts, isThought ? reasoned(text) : { kind: 'text', text });
    return isThought ? thought(text) : words(text);
  });
  const url: AnyPart = { kind: 'citation', type: 'url', url: 'https://x.example' };
  const extra = random.pick([[], [url], [{ kind: 'unknown', raw: {} } as const]]);
  return [...deltas, ...calls.map(progress), message(...parts, ...calls, ...extra)];
}

function addTo(parts: AnyPart[], part: AnyPart): void {
  const last = parts.at(-1);
  if (part.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { ...last, text: last.text + part.text };
  } else {
    parts.push(part);
  }
}

function answers(random: Random, calls: readonly ToolCallPart[]): RunEvent[] {
  const asked = calls.filter(call => call.tool === 'run_python');
  const log = asked.length > 0 && random.below(2) ? [waits(...asked)] : [];
  for (const call of calls) {
    switch (random.pick(['none', 'denied', 'asked', 'ran', 'failed'])) {
      case 'denied':
        log.push(decided(call, 'deny'), failed(call, 'Not run: no.'));
        break;
      case 'asked':
        log.push(decided(call, 'approve'), requested(call));
        break;
      case 'ran':
        log.push(requested(call), result(call));
        break;
      case 'failed':
        log.push(requested(call), failed(call, 'KeyError'));
        break;
    }
  }
  return log;
}

/** The log in batches, as they may come over a wire. */
export function batchesOf(
  random: Random,
  log: readonly RunEvent[]
): readonly RunEvent[][] {
  const batches: RunEvent[][] = [[]];
  for (const event of log) {
    if (random.below(3) === 0) {
      batches.push([]);
    }
    batches[batches.length - 1].push(event);
  }
  return batches;
}

/** The log as a kernel feeds it: a message without the words that came as deltas. */
export function fedBy(log: readonly RunEvent[]): RunEvent[] {
  return log.map(event => {
    if (event.type !== 'message') {
      return event;
    }
    const parts = event.message.parts.map(part =>
      part.kind === 'text' || part.kind === 'reasoning' ? { ...part, text: '' } : part
    );
    return { ...event, message: { ...event.message, parts } };
  });
}
