/**
 * What browsers have and jsdom lacks: JupyterLab's packages need it to be imported, our
 * code to be run. Nothing here ever reports a change.
 */
const { TextDecoder, TextEncoder } = require('node:util');

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  DragEvent: class extends MouseEvent {},
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  TextDecoder,
  TextEncoder,
  matchMedia: media =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      addListener() {},
      removeListener() {}
    })
});
