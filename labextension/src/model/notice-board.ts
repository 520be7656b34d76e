import type { Fallback, InfoPart, Retrying, RunEvent } from '../wire';
import type { BlockList } from './block-list';
import { fallback, fromInfo, noticeOf, retried } from './notices';

/** A card whose words change with what comes of it. */
interface IOpenCard<Event> {
  readonly id: string;
  readonly event: Event;
}

/** Puts our cards among the blocks: one that only looked ahead gives way to what came. */
export class NoticeBoard {
  /** @param model `connection/model`, as it was asked for */
  constructor(
    private readonly _list: BlockList,
    private readonly _model: string
  ) {}

  /** Say what an event brings beside the answer, mostly nothing. */
  tell(event: RunEvent): void {
    const saying = noticeOf(event, this._model);
    if (!saying) {
      return;
    }
    const isOutcome = event.type !== 'info' && event.type !== 'provider_tool';
    const id = (isOutcome && this.dropRetry()) || this._list.nextCardId();
    this._list.insertCard({ kind: 'notice', id, ...saying });
    if (event.type === 'retrying') {
      this._retry = { id, event };
    } else if (event.type === 'fallback') {
      this._fallback = { id, event };
    }
  }

  /** A card that was kept with its message. */
  restore(part: InfoPart): void {
    const id = this._list.nextCardId();
    this._list.insertCard({ kind: 'notice', id, ...fromInfo(part) });
  }

  /** Take out the card of a retry for what came of it, which gets its id. */
  dropRetry(): string | null {
    const id = this._retry?.id ?? null;
    if (id !== null) {
      this._list.removeCard(id);
      this._retry = null;
    }
    return id;
  }

  /** Something of an answer has come: whoever was asked again has answered. */
  begun(): void {
    if (this._retry) {
      const { id, event } = this._retry;
      const saying = retried(event, this._model);
      this._list.replaceCard({ kind: 'notice', id, ...saying });
      this._retry = null;
    }
  }

  /** A whole message has come: whoever answers instead has answered. */
  answered(): void {
    this.begun();
    if (this._fallback) {
      const { id, event } = this._fallback;
      const saying = fallback(event, 'answered');
      this._list.replaceCard({ kind: 'notice', id, ...saying });
      this._fallback = null;
    }
  }

  private _retry: IOpenCard<Retrying> | null = null;
  private _fallback: IOpenCard<Fallback> | null = null;
}
