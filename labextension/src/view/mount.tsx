import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { IConversation } from '../model/conversation';
import type { Transcript } from '../model/transcript';
import { ChatPanel } from './ChatPanel';
import { guardKeys } from './keys';
import type { IPlace } from './ports';
import { Reply } from './Reply';

/** A place where the person can ask. */
export type PanelPlace = IPlace & { readonly ask: (text: string) => void };

/** Something of ours on the page. */
export interface IMounted<Place> {
  /** What the place can do has changed. */
  update(place: Place): void;
  dispose(): void;
}

/** Show one reply, and what becomes of it. */
export function mountReply(
  node: HTMLElement,
  transcript: Transcript,
  place: IPlace
): IMounted<IPlace> {
  return mount(node, place, given => <Reply transcript={transcript} place={given} />);
}

/** Show a conversation in which the person can ask. */
export function mountPanel(
  node: HTMLElement,
  conversation: IConversation,
  place: PanelPlace
): IMounted<PanelPlace> {
  return mount(node, place, given => (
    <ChatPanel conversation={conversation} place={given} />
  ));
}

function mount<Place>(
  node: HTMLElement,
  place: Place,
  view: (place: Place) => React.JSX.Element
): IMounted<Place> {
  const root = createRoot(node);
  const unguard = guardKeys(node);
  // At once: what is measured or scrolled to next finds the reply in its place.
  flushSync(() => root.render(view(place)));
  return {
    update: given => root.render(view(given)),
    dispose: () => {
      unguard();
      root.unmount();
    }
  };
}
