import type { ISessionContext } from '@jupyterlab/apputils';
import { Signal } from '@lumino/signaling';

/** A session of a notebook whose kernel the test plays. */
export class Session {
  readonly statusChanged = new Signal<this, string>(this);
  readonly kernelChanged = new Signal<this, object>(this);
  readonly ready = Promise.resolve();
  session: { kernel: { id: string; status: string; interrupt(): void } | null } = {
    kernel: null
  };
  interrupts = 0;

  constructor(status?: string) {
    if (status !== undefined) {
      this.start('kernel-1', status);
    }
  }

  /** Another kernel, null for none. */
  start(id: string | null, status = 'idle'): void {
    const interrupt = (): void => {
      this.interrupts += 1;
    };
    this.session.kernel = id === null ? null : { id, status, interrupt };
    this.kernelChanged.emit({});
  }

  become(status: string): void {
    if (this.session.kernel) {
      this.session.kernel.status = status;
    }
    this.statusChanged.emit(status);
  }

  get context(): ISessionContext {
    return this as unknown as ISessionContext;
  }
}
