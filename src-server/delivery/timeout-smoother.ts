import type { Clock } from '../base/clock';

/** Between two moments at which something is run. */
const PAUSE_MS = 5;
/** What waits is spread over about as many of them: a fifth of a second. */
const MOMENTS = 40;

/**
 * Spreads what happens to many at the same moment over a short time. A hundred requests that were sent together time
 * out together, and each of them costs a connection, a record and a new try: together they would hold up every
 * answer and every send of everybody else. Spread once, those new tries are never together again.
 */
export class TimeoutSmoother {
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #isPausing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs it now, or in its turn after those that came right before it. */
  add(task: () => void): void {
    this.#waiting.push(task);
    if (!this.#isPausing) this.#run();
  }

  #run(): void {
    this.#isPausing = true;
    this.#clock.setTimer(PAUSE_MS, () => {
      this.#isPausing = false;
      if (this.#waiting.length > 0) this.#run();
    });
    for (const task of this.#waiting.splice(0, Math.ceil(this.#waiting.length / MOMENTS))) task();
  }
}
