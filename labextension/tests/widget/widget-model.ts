import type { IWidgetModel } from '../../src/widget/protocol';

type Callback = (...args: never[]) => void;

/** A widget's model as anywidget hands it out, with a kernel that the test plays. */
export class WidgetModel implements IWidgetModel {
  /** What the widget sent. */
  readonly sent: unknown[] = [];

  constructor(private readonly _state: Record<string, unknown> = {}) {}

  get(key: string): unknown {
    return this._state[key];
  }

  on(name: string, callback: Callback): void {
    const callbacks = this._callbacks.get(name) ?? new Set();
    this._callbacks.set(name, callbacks.add(callback));
  }

  off(name?: string | null, callback?: Callback | null): void {
    for (const [key, callbacks] of this._callbacks) {
      if (name === undefined || name === null || name === key) {
        if (callback) {
          callbacks.delete(callback);
        } else {
          callbacks.clear();
        }
      }
    }
  }

  send(content: unknown): void {
    this.sent.push(content);
  }

  /** The kernel puts keys into the state. */
  update(state: Record<string, unknown>): void {
    Object.assign(this._state, state);
    this._emit('change');
  }

  /** The kernel sends a message. */
  tell(content: unknown): void {
    this._emit('msg:custom', content);
  }

  /** How many listen. */
  get listeners(): number {
    return [...this._callbacks.values()].reduce((sum, set) => sum + set.size, 0);
  }

  private _emit(name: string, ...args: unknown[]): void {
    this._callbacks.get(name)?.forEach(callback => callback(...(args as never[])));
  }

  private readonly _callbacks = new Map<string, Set<Callback>>();
}
