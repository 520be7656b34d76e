import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';
import type { Conversation } from '../model/conversation';
import type { IOffer } from '../widget/draw';
import { Feed } from '../widget/feed';
import { MOUNT_EVENT } from '../widget/protocol';

/**
 * How long a kernel may take to start, or to give back the widget while it is idle: more
 * than the four seconds after which a widget manager asks for its models one by one.
 */
const GIVE_UP_MS = 6000;

/** What ends all models of a kernel. */
const ENDED: ReadonlySet<Kernel.Status> = new Set<Kernel.Status>([
  'restarting',
  'autorestarting',
  'terminating',
  'dead'
]);

/** Where the widget is drawn. */
export interface ISlot {
  open(): void;
  dispose(): void;
}

/** - looking: the model may still come; lost: the kernel that held it is gone. */
export type LiveState = 'looking' | 'fed' | 'lost';

/**
 * The feed of a reply that a kernel still writes, or may have ended without the page:
 * found through the widget in `slot`, lost with the kernel.
 */
export class LiveReply {
  constructor(options: LiveReply.IOptions) {
    this._conversation = options.conversation;
    this._node = options.node;
    this._session = options.sessionContext;
    this._slot = options.slot;
    this._node.addEventListener(MOUNT_EVENT, this._take);
    if (this._session) {
      this._follow(this._session);
    } else {
      this._slot.open();
    }
  }

  get state(): LiveState {
    return this._state;
  }

  get stateChanged(): ISignal<this, void> {
    return this._stateChanged;
  }

  /** Something more has come from the kernel. */
  get received(): ISignal<this, void> {
    return this._received;
  }

  get feed(): Feed | null {
    return this._feed;
  }

  dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      clearTimeout(this._givingUp);
      this._node.removeEventListener(MOUNT_EVENT, this._take);
      this._feed?.dispose();
      this._slot.dispose();
      Signal.clearData(this);
    }
  }

  /** The loader offers the model; drawn again, it offers it again. */
  private readonly _take = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    const { model } = (event as CustomEvent<IOffer>).detail;
    clearTimeout(this._givingUp);
    this._feed?.dispose();
    this._feed = new Feed(model, this._conversation);
    this._kernelId = this._session?.session?.kernel?.id;
    this._feed.subscribe(() => this._received.emit());
    this._become('fed');
  };

  private _follow(session: ISessionContext): void {
    session.statusChanged.connect(this._onKernel, this);
    session.kernelChanged.connect(this._onKernel, this);
    // A task later, those who wait for the kernel as well have registered their factory.
    void session.ready.then(() => setTimeout(() => this._onKernel()));
    this._onKernel();
  }

  private _onKernel(): void {
    if (this._isDisposed) {
      return;
    }
    const kernel = this._session?.session?.kernel ?? null;
    if (this._state === 'fed') {
      if (kernel?.id !== this._kernelId || ENDED.has(kernel?.status ?? 'dead')) {
        this._lose();
      }
    } else if (this._kernelId === undefined) {
      this._look(kernel);
    }
  }

  private _look(kernel: Kernel.IKernelConnection | null): void {
    clearTimeout(this._givingUp);
    if (kernel) {
      this._slot.open();
    }
    if (!kernel || kernel.status === 'idle') {
      this._givingUp = setTimeout(() => this._become('lost'), GIVE_UP_MS);
    } else if (this._state === 'lost') {
      this._become('looking');
    }
  }

  private _lose(): void {
    this._feed?.dispose();
    this._slot.dispose();
    this._become('lost');
  }

  private _become(state: LiveState): void {
    this._state = state;
    this._stateChanged.emit();
  }

  private readonly _conversation: Conversation;
  private readonly _node: HTMLElement;
  private readonly _session: ISessionContext | undefined;
  private readonly _slot: ISlot;
  private readonly _stateChanged = new Signal<this, void>(this);
  private readonly _received = new Signal<this, void>(this);
  private _state: LiveState = 'looking';
  private _feed: Feed | null = null;
  /** The kernel that held the model. */
  private _kernelId: string | undefined;
  private _givingUp: ReturnType<typeof setTimeout> | undefined;
  private _isDisposed = false;
}

export namespace LiveReply {
  export interface IOptions {
    readonly conversation: Conversation;
    /** Around the slot: the event of the loader passes here. */
    readonly node: HTMLElement;
    /** Tells when the kernel is gone, where that can be known. */
    readonly sessionContext?: ISessionContext;
    readonly slot: ISlot;
  }
}
