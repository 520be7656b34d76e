import type { NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime, IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { TranslationBundle } from '@jupyterlab/translation';
import { createRendermimeMarkdown } from '../markdown/rendermime';
import { createAnnouncer } from '../widget/announcer';
import { REPLY_MIME } from '../widget/protocol';
import { ConsoleReply } from './console';
import { NotebookReply } from './notebook';
import { ReplyRenderer, type IReplyHost, type IReplySite } from './renderer';

/** Before widgets, HTML and Markdown, which stand in the same output. */
const RANK = -20;

/** Draw replies wherever `rendermime` renders: saved ones, and those of a console. */
export function registerIn(
  rendermime: IRenderMimeRegistry,
  trans: TranslationBundle
): void {
  const place = {
    markdown: createRendermimeMarkdown(rendermime),
    actions: {},
    announce: () => undefined
  };
  const site = (host: IReplyHost): IReplySite => new ConsoleReply(host);
  register(rendermime, () => new ReplyRenderer({ place, trans, site }));
}

/** Draw replies in a notebook: with their kernel, among its cells. */
export function registerInNotebook(
  panel: NotebookPanel,
  trans: TranslationBundle
): void {
  const { rendermime } = panel.content;
  const { announce } = createAnnouncer(panel.node);
  const place = {
    markdown: createRendermimeMarkdown(rendermime),
    actions: {},
    announce
  };
  register(
    rendermime,
    () =>
      new ReplyRenderer({
        place,
        trans,
        site: host => new NotebookReply(panel, host, trans)
      })
  );
}

function register(
  rendermime: IRenderMimeRegistry,
  createRenderer: () => IRenderMime.IRenderer
): void {
  // Safe: replies go through the sanitizer, so they show in notebooks nobody trusts yet.
  rendermime.addFactory({
    safe: true,
    mimeTypes: [REPLY_MIME],
    defaultRank: RANK,
    createRenderer
  });
}
