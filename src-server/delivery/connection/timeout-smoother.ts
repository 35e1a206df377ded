import type { Clock } from '../../base/clock';

/** Between two runs. */
const PAUSE_MS = 5;
/** Waiting tasks are spread over about this many runs: a fifth of a second. */
const MOMENTS = 40;

/**
 * Spreads over a short time what happens to many sends at once. A hundred requests sent together time out together, and
 * each of them costs a connection, a record and a retry: together they would hold up every other response and send.
 * Spread once, those retries never coincide again.
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
