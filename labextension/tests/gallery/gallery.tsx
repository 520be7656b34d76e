/**
 * Every state of the view on one page: `#light`, `#dark`, `#dark/approval`. Tests reach
 * the scenes through `window.gallery`.
 */
import './theme-light.css';
import './theme-dark.css';
import '../../style/index.css';
import './stage.css';
import { createBundledMarkdown } from '../../src/markdown/bundled';
import { Conversation } from '../../src/model/conversation';
import { mountPanel, mountReply } from '../../src/view/mount';
import type { IPlace } from '../../src/view/ports';
import type { Decision, RunEvent } from '../../src/wire';
import { messages } from './panel';
import { replies } from './replies';

/** A place without actions: nobody is there who would hear them. */
const UNHEARD = ['saved', 'gone'];

/** Replies that are seen for the first time when they are over. */
const FOLDED = ['folded'];

class Scene {
  constructor(readonly name: string) {}

  readonly conversation = new Conversation();
  readonly decisions: Decision[] = [];
  readonly announced: string[] = [];
  readonly asked: string[] = [];
  stops = 0;

  /** Something comes from the kernel. */
  come(...events: RunEvent[]): void {
    this.conversation.append(null, events);
  }

  get place(): IPlace & { ask: (text: string) => void } {
    const heard = {
      decide: (decisions: readonly Decision[]) => this.decisions.push(...decisions),
      stop: () => (this.stops += 1),
      insertBelow: () => undefined,
      runBelow: () => undefined
    };
    return {
      markdown: createBundledMarkdown(),
      actions: UNHEARD.includes(this.name) ? {} : heard,
      notebook: 'sales.ipynb',
      announce: text => this.announced.push(text),
      ask: text => this.asked.push(text)
    };
  }

  mount(node: HTMLElement): void {
    if (this.name in replies) {
      const { events = [], ...record } = replies[this.name];
      const since = events.findIndex(({ type }) => type === 'decided');
      const isWatched = since >= 0 && !FOLDED.includes(this.name);
      const [before, after] = isWatched
        ? [events.slice(0, since), events.slice(since)]
        : [events, []];
      const transcript = this.conversation.begin({ ...record, events: before });
      mountReply(node, transcript, this.place);
      transcript.append(after);
    } else if (this.name === 'panel') {
      messages.forEach(message => this.conversation.begin(message));
      mountPanel(node, this.conversation, this.place);
    } else {
      const transcript = this.conversation.begin(replies.approval);
      mountReply(node, transcript, this.place);
      if (this.name === 'gone') {
        transcript.interrupt();
      }
    }
  }
}

const scenes: Record<string, Scene> = {};

function show(): void {
  const [theme, only] = location.hash.slice(1).split('/');
  document.body.dataset.jpThemeLight = String(theme !== 'dark');
  document.documentElement.dataset.jpThemeLight = String(theme !== 'dark');
  const names = [...Object.keys(replies), ...UNHEARD, 'panel'];
  for (const name of names.filter(one => !only || one === only)) {
    const section = document.createElement('section');
    const title = document.createElement('h2');
    const node = document.createElement('div');
    section.id = name;
    section.className = name === 'panel' ? 'stage-panel' : '';
    title.textContent = name;
    section.append(title, node);
    document.getElementById('stage')?.append(section);
    scenes[name] = new Scene(name);
    scenes[name].mount(node);
  }
}

Object.assign(window, { gallery: scenes });
addEventListener('hashchange', () => location.reload());
show();
