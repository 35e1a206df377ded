import type { Clock, Timer } from '../base/clock';

/** Tells those that keep house when this node begins and stops to do so. */
export class Housekeeping {
  readonly #clock: Clock;
  readonly #isKept: () => boolean;
  readonly #listeners: ((isKept: boolean) => void)[] = [];
  #timer: Timer | null = null;
  #wasKept = false;

  constructor(clock: Clock, isKept: () => boolean) {
    this.#clock = clock;
    this.#isKept = isKept;
  }

  add(listener: (isKept: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** Call it when the response may have changed. */
  tell(): void {
    const isKept = this.#isKept();
    if (isKept === this.#wasKept) return;
    this.#wasKept = isKept;
    for (const listener of this.#listeners) listener(isKept);
  }

  /** Looks again in a while, unless it is put off before: then the trust of this node has ended. */
  tellIn(ms: number): void {
    this.end();
    this.#timer = this.#clock.setTimer(ms, () => this.tell());
  }

  end(): void {
    this.#timer?.cancel();
  }
}
