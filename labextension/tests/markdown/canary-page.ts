/**
 * The canary suite in a real browser: bundle this file, open any page, add the bundle and
 * call `runCanaries`. What only a browser sees (requests, dialogs, a page that is
 * replaced, `window.__canary`) is for the caller to look at.
 */
import { createBundledMarkdown } from '../../src/markdown/bundled';
import { IncrementalMarkdown } from '../../src/markdown/incremental';
import { createRendermimeMarkdown } from '../../src/markdown/rendermime';
import { violations } from './canaries';

interface ICanaryText {
  readonly name: string;
  readonly text: string;
  readonly shows: readonly string[];
}

interface ICanaryReport {
  readonly name: string;
  /** What the policy forbids and is on the page. */
  readonly violations: readonly string[];
  /** What should be shown and is not. */
  readonly missing: readonly string[];
  /** The longest time for which the page could not answer. */
  readonly longestTaskMs: number;
}

async function runCanary(canary: ICanaryText): Promise<ICanaryReport> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver(list => {
    tasks.push(...list.getEntries().map(entry => entry.duration));
  });
  observer.observe({ type: 'longtask' });
  const view = new IncrementalMarkdown(createBundledMarkdown());
  document.body.append(view.node);
  view.update(canary.text.slice(0, canary.text.length / 2), false);
  await view.settled;
  view.update(canary.text, true);
  await view.settled;
  await new Promise(resolve => setTimeout(resolve, 50));
  observer.disconnect();
  clickAll(view.node);
  const report = {
    name: canary.name,
    violations: violations(view.node),
    missing: canary.shows.filter(words => !view.node.textContent?.includes(words)),
    longestTaskMs: Math.max(0, ...tasks)
  };
  view.dispose();
  view.node.remove();
  return report;
}

/** Everything but links, which open a page of their own. */
function clickAll(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.closest('a[href]') === null && element.click !== undefined) {
      element.click();
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
  }
}

async function runCanaries(canaries: readonly ICanaryText[]): Promise<ICanaryReport[]> {
  const reports: ICanaryReport[] = [];
  for (const canary of canaries) {
    reports.push(await runCanary(canary));
  }
  return reports;
}

Object.assign(window, {
  runCanaries,
  createBundledMarkdown,
  createRendermimeMarkdown,
  IncrementalMarkdown
});
