import { systemClock, type Timer } from '../../base/clock';

const LOOK_EVERY_MS = 250;

interface Waiting {
  /** When it was asked, or last heard of PostgreSQL. */
  sinceUs: number;
  readonly giveUp: () => void;
}

/**
 * Gives up the wait for answers of PostgreSQL that take too long, whatever they wait for: a connection, their turn, or the
 * answer itself. What they wait for goes on, and may still come to its end.
 */
export class AnswerLimit {
  readonly limitMs: number;
  readonly #waiting = new Set<Waiting>();
  #timer: Timer | null = null;

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  /**
   * @param work gets a function to call with each answer of PostgreSQL, from which on it waits anew
   * @param late makes the failure of one that is given up
   */
  run<T>(work: (heard: () => void) => Promise<T>, late: () => unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { sinceUs: systemClock.monotonicUs(), giveUp: () => reject(late()) };
      const heard = () => {
        waiting.sinceUs = systemClock.monotonicUs();
      };
      this.#waiting.add(waiting);
      this.#timer ??= systemClock.setTimer(LOOK_EVERY_MS, () => this.#look());
      void work(heard)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(waiting));
    });
  }

  #look(): void {
    const lateUs = systemClock.monotonicUs() - this.limitMs * 1000;
    for (const waiting of this.#waiting) {
      if (waiting.sinceUs > lateUs) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    this.#timer = this.#waiting.size > 0 ? systemClock.setTimer(LOOK_EVERY_MS, () => this.#look()) : null;
  }
}
