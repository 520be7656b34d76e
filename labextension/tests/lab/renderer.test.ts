import { MimeModel } from '@jupyterlab/rendermime/lib/mimemodel';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { act, waitFor } from '@testing-library/react';
import { ReplyRenderer, type IReplyHost } from '../../src/lab/renderer';
import { REPLY_MIME } from '../../src/widget/protocol';
import type { IPlace } from '../../src/view/ports';
import type { ReplyRecord } from '../../src/wire';
import { done, message, record, words } from '../widget/replies';

/** Shows Markdown as it is written. */
const PLACE: IPlace = {
  markdown: {
    render: async text => {
      const node = document.createElement('div');
      node.textContent = text;
      return node;
    },
    highlight: async code => {
      const fragment = document.createDocumentFragment();
      fragment.append(code);
      return fragment;
    }
  },
  actions: {},
  announce: () => undefined
};

function model(reply: ReplyRecord, live?: string): MimeModel {
  const data = { v: 1, reply, ...(live === undefined ? {} : { live }) };
  return new MimeModel({ data: { [REPLY_MIME]: data as never } });
}

const attached: ReplyRenderer[] = [];
afterEach(() => act(() => attached.splice(0).forEach(renderer => renderer.dispose())));

/** A renderer on the page, and the sites it made. */
function attach() {
  const sites: (IReplyHost & { isAhead: boolean; remark: string; isOver: boolean })[] =
    [];
  const followed: unknown[] = [];
  const renderer = new ReplyRenderer({
    place: PLACE,
    trans: nullTranslator.load(''),
    site: host => {
      const site = {
        ...host,
        isAhead: false,
        isOver: false,
        remark: '',
        place: {},
        follow: (data: { live?: string }) => followed.push(data.live),
        dispose: () => {
          site.isOver = true;
        }
      };
      sites.push(site);
      return site;
    }
  });
  Widget.attach(renderer, document.body);
  attached.push(renderer);
  const render = (...args: Parameters<typeof model>): Promise<void> =>
    act(() => renderer.renderModel(model(...args)));
  return { renderer, render, sites, followed };
}

test('a saved reply is there at once', async () => {
  const { renderer, render } = attach();
  await render(record([words('All of it.'), message(), done()]));
  expect(renderer.node.textContent).toContain('All of it.');
  expect(renderer.node.querySelector('article')?.getAttribute('aria-busy')).toBe(
    'false'
  );
});

test('the view goes on when the same run is rendered again', async () => {
  const { renderer, render, sites } = attach();
  await render(record([words('One')]), 'widget-1');
  const article = renderer.node.querySelector('article');
  await render(record([words('One two.'), message(), done()]));
  expect(renderer.node.querySelector('article')).toBe(article);
  await waitFor(() => expect(article?.textContent).toContain('One two.'));
  expect(sites).toHaveLength(1);
});

test('another run takes the place of the first', async () => {
  const { renderer, render, sites } = attach();
  await render(record([words('One')]));
  await render(record([words('Two')], { run_id: 'run-2' }));
  expect(renderer.node.querySelectorAll('article')).toHaveLength(1);
  expect(renderer.node.textContent).toContain('Two');
  expect(sites.map(site => site.isOver)).toEqual([true, false]);
});

test('what is saved while a kernel feeds it changes nothing, its end does', async () => {
  const { render, sites, followed } = attach();
  await render(record(), 'widget-1');
  const [site] = sites;
  site.isAhead = true;
  act(() => site.conversation.append('run-1', [words('Fed')]));
  await render(record([words('Old')]), 'widget-1');
  expect(site.conversation.transcripts[0].blocks).toMatchObject([{ text: 'Fed' }]);
  await render(record([words('Fed to the end.'), message(), done()]));
  expect(site.conversation.transcripts[0].isOver).toBe(true);
  expect(followed).toEqual(['widget-1', 'widget-1', undefined]);
});

test('a remark of the site stands below the reply', async () => {
  const { renderer, render, sites } = attach();
  await render(record([words('One')]), 'widget-1');
  sites[0].remark = 'The kernel is gone.';
  act(() => sites[0].refresh());
  expect(renderer.node.textContent).toMatch(/The kernel is gone\.$/);
  sites[0].remark = '';
  act(() => sites[0].refresh());
  expect(renderer.node.textContent).not.toContain('The kernel is gone.');
});

test('a reply of a later version says so', async () => {
  const { renderer, sites } = attach();
  const data = { v: 2, reply: record() };
  await renderer.renderModel(new MimeModel({ data: { [REPLY_MIME]: data as never } }));
  expect(renderer.node.textContent).toContain('newer version');
  expect(sites).toHaveLength(0);
});

test('nothing is left after it is disposed of', async () => {
  const { renderer, render, sites } = attach();
  await render(record([words('One')]));
  act(() => renderer.dispose());
  expect(sites[0].isOver).toBe(true);
  expect(document.querySelector('article')).toBeNull();
});
