/**
 * What a kernel feeds a widget, and what the widget sends back.
 *
 * The state of the widget's model holds `record` (`IFeedState`) and one key for each
 * batch: `d1`, `d2`, …. Keys of their own instead of messages, because a kernel that is
 * blocked by the asking cell can't hear that a view is ready, and state is kept by every
 * front end from the moment the model exists: no first message is lost, nothing is sent
 * twice. A model that is made late (page reload, second tab) gets `record` as it is then;
 * batches up to `record.seq` are in it already. Key `final` holds the display that stays,
 * once the run is over, and `outputs` what reached no cell if the page was reloaded.
 */
import type { Decision, ReplyRecord, RunEvent } from '../wire';

export interface IFeedState {
  readonly seq: number;
  /** One for a cell, one an answer for the panel. */
  readonly replies: readonly ReplyRecord[];
}

/** Something of the reply that was begun last, or of the one named; a text is words. */
export type FeedBatch = string | IFeedBatch;

export interface IFeedBatch {
  readonly run?: string;
  readonly begin?: ReplyRecord;
  /**
   * A text or reasoning part of a `message` whose words are empty stands for the words
   * that came as deltas.
   */
  readonly events?: readonly RunEvent[];
}

/** A display as the kernel makes it: MIME types and what they hold. */
export type MimeBundle = { readonly [mimeType: string]: unknown };

/**
 * State key `outputs`: what calls printed and drew that ran after the asking cell had
 * ended, by call, as nbformat has it; each is set when its call ends.
 */
export type CallOutputs = {
  readonly [callId: string]: readonly Readonly<Record<string, unknown>>[];
};

/** Widget → kernel, as custom messages. */
export type WidgetMessage =
  | { type: 'ready'; version: number; host: boolean }
  | { type: 'decide'; run_id: string; decisions: readonly Decision[] }
  | { type: 'stop'; run_id: string }
  | { type: 'ask'; text: string };

/** Kernel → widget: what was asked for can't be done. */
export interface IRefusal {
  readonly type: 'refused';
  readonly message: string;
  /** What the person had written, so that it is not lost. */
  readonly text?: string;
}

/** The part of an anywidget model that we use. */
export interface IWidgetModel {
  get(key: string): unknown;
  on(name: string, callback: (...args: never[]) => void): void;
  off(name?: string | null, callback?: ((...args: never[]) => void) | null): void;
  send(content: unknown): void;
}

export const FEED_VERSION = 1;

/**
 * A DOM event that bubbles from a widget to a host that draws replies itself; its detail
 * is the `IOffer`. Who takes it calls `preventDefault`.
 */
export const MOUNT_EVENT = 'jupyter-assistant:mount';
/** A DOM event on the window that such a host answers by `preventDefault`. */
export const HELLO_EVENT = 'jupyter-assistant:hello';
/** Saved replies, and live ones while `live` names a widget. */
export const REPLY_MIME = 'application/vnd.jupyter-assistant+json';
export const WIDGET_MIME = 'application/vnd.jupyter.widget-view+json';

/** The data under `REPLY_MIME`. */
export interface IReplyData {
  readonly v: 1;
  readonly reply: ReplyRecord;
  /** The widget model that feeds it while the kernel lives. */
  readonly live?: string;
}
