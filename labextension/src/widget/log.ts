import type { ReplyRecord, RunEvent } from '../wire';

/** The events of a reply as they came, from which it can be saved at any moment. */
export class Log {
  constructor(record: ReplyRecord) {
    this._record = record;
  }

  append(events: readonly RunEvent[]): void {
    this._events.push(...events);
  }

  /** The reply up to now: folding it gives what folding all that came gives. */
  record(): ReplyRecord {
    return { ...this._record, events: joined(this._all) };
  }

  /** Whether a call waited for the person once. */
  get hasWaited(): boolean {
    return this._all.some(event => event.type === 'pending');
  }

  private get _all(): RunEvent[] {
    return [...(this._record.events ?? []), ...this._events];
  }

  private readonly _record: ReplyRecord;
  private readonly _events: RunEvent[] = [];
}

/** Neighbouring words, and what they cost so far, as one event each. */
function joined(events: readonly RunEvent[]): RunEvent[] {
  const kept: RunEvent[] = [];
  for (const event of events) {
    const last = kept.at(-1);
    const isMore =
      (event.type === 'text' || event.type === 'reasoning') &&
      event.type === last?.type;
    if (isMore) {
      kept[kept.length - 1] = { ...event, text: last.text + event.text };
    } else {
      kept.push(event);
    }
  }
  return kept;
}
