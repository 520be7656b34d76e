/** Nodes as text that is the same exactly when they look the same. */

/** Markup without what differs between parts and a whole and can't be seen. */
export function shown(node: ParentNode): string {
  const copy = document.createElement('div');
  copy.append(...[...node.childNodes].map(child => child.cloneNode(true)));
  copy.querySelectorAll('.jp-Assistant-caret').forEach(caret => caret.remove());
  copy.querySelectorAll('.jp-Assistant-lines').forEach(lines => {
    lines.replaceWith(...lines.childNodes);
  });
  copy.normalize();
  for (const child of [...copy.childNodes]) {
    if (child instanceof Text && child.data.trim() === '') {
      child.remove();
    }
  }
  return copy.innerHTML.replace(/\s+(<\/(?:ol|ul|blockquote|li|p)>)/g, '$1');
}
