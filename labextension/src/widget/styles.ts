import styles from '../../style/index.css';

/** Marks our sheet in a document or a shadow root. */
const MARK = 'data-jupyter-assistant';

/** Style what is in `node`, once for each document or shadow root. */
export function addStyles(node: Node): void {
  const root = node.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  if (!place.querySelector(`style[${MARK}]`)) {
    const sheet = document.createElement('style');
    sheet.setAttribute(MARK, '');
    sheet.textContent = styles;
    place.appendChild(sheet);
  }
}
