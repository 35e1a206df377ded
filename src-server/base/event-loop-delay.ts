import type { Clock, Timer } from './clock';
import { Histogram } from './histogram';

const INTERVAL_MS = 20;
const BOUNDS_S = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/** Measures how late the event loop reaches a timer, fifty times a second, in seconds. */
export class EventLoopDelay {
  readonly #clock: Clock;
  readonly #seconds = new Histogram(BOUNDS_S);
  #timer: Timer | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Everything since the first reading, which starts the measurement: without readers, it costs nothing. A reading
   * resets nothing, so that several readers do not disturb each other.
   */
  read(): Histogram {
    if (!this.#timer) this.#wait();
    return this.#seconds;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #wait(): void {
    const setAtUs = this.#clock.monotonicUs();
    this.#timer = this.#clock.setTimer(INTERVAL_MS, () => {
      const lateUs = this.#clock.monotonicUs() - setAtUs - INTERVAL_MS * 1000;
      this.#seconds.observe(Math.max(0, lateUs) / 1e6);
      this.#wait();
    });
  }
}
