/**
 * A polite live region in `parent` and what speaks through it. Out of sight by its own
 * style, because no style sheet of ours need be there.
 */
export function createAnnouncer(parent: Node): {
  announce: (text: string) => void;
  dispose: () => void;
} {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.style.cssText =
    'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);' +
    'white-space:nowrap';
  parent.appendChild(region);
  return {
    announce: text => {
      // A new node is read even if it says the same as the last one.
      const words = document.createElement('span');
      words.textContent = text;
      region.replaceChildren(words);
    },
    dispose: () => region.remove()
  };
}
