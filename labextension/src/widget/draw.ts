import type { Transcript } from '../model/transcript';
import { mountPanel, mountReply } from '../view/mount';
import type { IMarkdown, IPlace } from '../view/ports';
import { createAnnouncer } from './announcer';
import { Feed } from './feed';
import type { IWidgetModel } from './protocol';

/** What a loader offers: a model, and where it would be drawn until `signal` ends it. */
export interface IOffer {
  readonly model: IWidgetModel;
  readonly el: HTMLElement;
  readonly signal: AbortSignal;
}

/** Draw the replies of a model: as a chat if it is a panel, else the one reply. */
export function draw({ model, el, signal }: IOffer, markdown: IMarkdown): void {
  const feed = new Feed(model);
  const { announce, dispose } = createAnnouncer(el);
  const place: IPlace = {
    markdown,
    actions: feed.actions(),
    // A kernel that runs the cell that asked hears the feed only afterwards.
    stopHint: 'or interrupt the kernel',
    announce
  };
  const node = el.appendChild(document.createElement('div'));
  const view =
    model.get('panel') === true
      ? mountPanel(node, feed.conversation, { ...place, ask: feed.ask })
      : mountLastReply(node, feed, place);
  signal.addEventListener('abort', () => {
    view.dispose();
    feed.dispose();
    dispose();
    node.remove();
  });
}

/** The one reply of a cell: from when it begins, and anew if another takes its place. */
function mountLastReply(
  node: HTMLElement,
  { conversation }: Feed,
  place: IPlace
): { dispose(): void } {
  let shown: Transcript | undefined;
  let view: { dispose(): void } | undefined;
  const follow = (): void => {
    const transcript = conversation.transcripts.at(-1);
    if (transcript && transcript !== shown) {
      view?.dispose();
      shown = transcript;
      view = mountReply(node, transcript, place);
    }
  };
  const unsubscribe = conversation.subscribe(follow);
  follow();
  return {
    dispose: () => {
      unsubscribe();
      view?.dispose();
    }
  };
}
