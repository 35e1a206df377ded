import type { Clock } from '../../base/clock';

/** What may be done in one turn of the event loop; the rest is left for later turns. */
interface TurnLimits {
  readonly mostPieces: number;
  readonly mostUs: number;
}

/**
 * Counts pieces of work in one turn of the event loop, and how long they have taken. A turn that holds more of them
 * keeps everything else waiting: requests, timers, answers.
 */
export class TurnBudget {
  readonly #limits: TurnLimits;
  readonly #clock: Clock;
  readonly #inNextTurn: (run: () => void) => void;
  #pieces = 0;
  #beganUs = 0;
  #isSpent = false;
  #whenRenewed: () => void = () => {};

  /** @param inNextTurn runs a function in the next turn of the event loop */
  constructor(
    limits: TurnLimits,
    clock: Clock,
    inNextTurn: (run: () => void) => void = (run) => void setImmediate(run),
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#inNextTurn = inNextTurn;
  }

  /** True when nothing more may start in this turn. */
  get isSpent(): boolean {
    if (this.#isSpent || this.#pieces === 0) return this.#isSpent;
    const { mostPieces, mostUs } = this.#limits;
    this.#isSpent = this.#pieces >= mostPieces || this.#clock.monotonicUs() - this.#beganUs >= mostUs;
    return this.#isSpent;
  }

  /** Sets the function called in the turn after one in which something was refused. */
  whenRenewed(listener: () => void): void {
    this.#whenRenewed = listener;
  }

  /** Counts a piece of work, before it is done. */
  spend(): void {
    this.#pieces += 1;
    if (this.#pieces > 1) return;
    this.#beganUs = this.#clock.monotonicUs();
    this.#inNextTurn(() => this.#renew());
  }

  #renew(): void {
    const wasSpent = this.isSpent;
    this.#pieces = 0;
    this.#isSpent = false;
    if (wasSpent) this.#whenRenewed();
  }
}
