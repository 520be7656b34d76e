/** The open end of a growing text: when it is rendered again, and where its caret is. */

/** A longer one shows its newest words plain until they are rendered. */
const MAX_LAG_LENGTH = 6_000;

/** What is known of the open end that is on the page. */
export class Tail {
  nodes: ChildNode[] = [];
  /** The text that the nodes show, rendered. */
  source = '';
  private renderedAt = 0;

  constructor(private readonly maxLength: number) {}

  /**
   * Whether the text should be rendered now: when it has grown by a sixteenth, or after a
   * while that is longer for a longer text. So the work for a text is a small multiple of
   * its length, however small the pieces are that it comes in.
   */
  isDue(text: string, now: number): boolean {
    const length = this.source.length;
    if (text.length > this.maxLength || text.length === length) {
      return false;
    }
    return (
      length === 0 ||
      text.length - length >= length / 16 ||
      now - this.renderedAt >= Math.max(80, length / 4)
    );
  }

  /** Whether the newest words are better shown plain than late. */
  isLong(text: string): boolean {
    return text.length > MAX_LAG_LENGTH;
  }

  rendered(nodes: ChildNode[], source: string, now: number): void {
    this.nodes.forEach(node => node.remove());
    this.nodes = nodes;
    this.source = source;
    this.renderedAt = now;
  }

  clear(): void {
    this.rendered([], '', 0);
  }
}

const CONTAINERS = new Set(
  'P DIV UL OL LI BLOCKQUOTE H1 H2 H3 H4 H5 H6 TABLE TBODY TR TD TH PRE CODE'.split(' ')
);

/** The element where the next word of rendered text would come. */
export function lastContainer(node: HTMLElement): HTMLElement {
  let container = node;
  for (;;) {
    const last = lastShown(container);
    if (!(last instanceof HTMLElement) || !CONTAINERS.has(last.tagName)) {
      return container;
    }
    container = last;
  }
}

/** The last child that is more than white space. */
function lastShown(node: HTMLElement): ChildNode | null {
  let last = node.lastChild;
  while (last instanceof Text && last.data.trim() === '') {
    last = last.previousSibling;
  }
  return last;
}
