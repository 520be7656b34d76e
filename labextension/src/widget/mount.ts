/** The view as a module of its own, for front ends without our extension. */
import { createBundledMarkdown } from '../markdown/bundled';
import { draw, type IOffer } from './draw';
import { addStyles } from './styles';

/** What `loader.ts` calls. */
export function mount(offer: IOffer): void {
  addStyles(offer.el);
  draw(offer, createBundledMarkdown());
}
