/** What the reply view asks of the place where it stands. Nothing of Jupyter in it. */
import type { Decision } from '../wire';

/** Renders Markdown. One canary suite runs over all implementations. */
export interface IMarkdown {
  /**
   * Render Markdown without script, handler, remote image or style into a new node.
   * The node is complete when the promise resolves.
   */
  render(markdown: string): Promise<HTMLElement>;

  /** Highlighted code, for arguments of calls: the children to put into a `pre`. */
  highlight(code: string, language: string): Promise<DocumentFragment>;
}

/**
 * What a person can do from a reply. A member that is absent is something this place
 * can't do, and its button is not there.
 */
export interface IReplyActions {
  /** Decide calls that wait; what became of it comes as an event. */
  readonly decide?: (decisions: readonly Decision[]) => void;
  readonly stop?: () => void;
  /** Put code into a new cell below the reply. */
  readonly insertBelow?: (code: string) => void;
  /** Put code into a new cell below the reply and run it: the click is the yes. */
  readonly runBelow?: (code: string) => void;
}

/** A place: the ports together. */
export interface IPlace {
  readonly markdown: IMarkdown;
  readonly actions: IReplyActions;
  /** Where code of the notebook would run, in words, such as `sales.ipynb`. */
  readonly notebook?: string;
  /** Follows the tooltip of Stop, where it may be heard late: "or interrupt the kernel". */
  readonly stopHint?: string;
  /** Tell who can't see the screen; each text once. */
  readonly announce: (text: string) => void;
}
