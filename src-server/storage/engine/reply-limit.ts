import { type Clock, systemClock, type Timer } from '../../base/clock';

const LOOK_EVERY_MS = 250;

interface Waiting {
  /** When it was asked, or last heard of the database. */
  sinceUs: number;
  readonly giveUp: () => void;
}

interface Patience {
  /** Real time when absent. */
  readonly clock?: Clock;
  /** Whether what is late may be given up at this moment; always when absent. */
  readonly isOver?: () => boolean;
}

/**
 * Gives up the wait for responses of a database that take too long, whatever they wait for: a connection, their turn, or the
 * answer itself. What they wait for goes on, and may still come to its end.
 */
export class ReplyLimit {
  readonly limitMs: number;
  readonly #clock: Clock;
  readonly #isOver: () => boolean;
  readonly #waiting = new Set<Waiting>();
  #timer: Timer | null = null;
  #lookedUs = 0;

  constructor(limitMs: number, { clock = systemClock, isOver = () => true }: Patience = {}) {
    this.limitMs = limitMs;
    this.#clock = clock;
    this.#isOver = isOver;
  }

  /**
   * @param work gets a function to call with each response of the database, from which on it waits anew
   * @param late makes the failure of one that is given up
   */
  run<T>(work: (heard: () => void) => Promise<T>, late: () => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { sinceUs: this.#clock.monotonicUs(), giveUp: () => reject(late()) };
      const heard = () => {
        waiting.sinceUs = this.#clock.monotonicUs();
      };
      this.#waiting.add(waiting);
      if (this.#timer === null) this.#lookLater();
      void work(heard)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(waiting));
    });
  }

  #lookLater(): void {
    this.#lookedUs = this.#clock.monotonicUs();
    this.#timer = this.#clock.setTimer(LOOK_EVERY_MS, () => this.#look());
  }

  #look(): void {
    // While this process stood still, answers may have come that it has not read yet.
    const lateByUs = this.#clock.monotonicUs() - this.#lookedUs - 2 * LOOK_EVERY_MS * 1000;
    if (lateByUs > 0) for (const waiting of this.#waiting) waiting.sinceUs += lateByUs;
    const lateUs = this.#clock.monotonicUs() - this.limitMs * 1000;
    for (const waiting of this.#waiting) {
      if (waiting.sinceUs > lateUs || !this.#isOver()) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    this.#timer = null;
    if (this.#waiting.size > 0) this.#lookLater();
  }
}
