/** When work on the page happens; tests bring their own. */
export interface IClock {
  /** Milliseconds. */
  now(): number;
  /** Resolves when the next frame is drawn. */
  frame(): Promise<void>;
}

/** A page in the background has no frames; it goes on slowly. */
const BACKGROUND_MS = 250;

export const PAGE_CLOCK: IClock = {
  now: () => performance.now(),
  frame: () =>
    new Promise(resolve => {
      const done = (): void => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        resolve();
      };
      const timer = setTimeout(done, BACKGROUND_MS);
      const frame = requestAnimationFrame(done);
    })
};
