import type { IClock } from '../../src/markdown/clock';

/** A clock whose frames come at once, 16 ms apart. */
export class FakeClock implements IClock {
  private time = 0;

  now(): number {
    return this.time;
  }

  async frame(): Promise<void> {
    this.time += 16;
  }
}

/** A clock whose frames come when the test says so. */
export class ManualClock implements IClock {
  private time = 0;
  private waiting: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  frame(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }

  /** Draw a frame, and let what waited for it do its work. */
  async draw(): Promise<void> {
    this.time += 16;
    this.waiting.splice(0).forEach(resolve => resolve());
    for (let turn = 0; turn < 16; turn++) {
      await Promise.resolve();
    }
  }
}
