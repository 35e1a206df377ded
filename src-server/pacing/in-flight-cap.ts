/** Concurrent sends to one endpoint: initially, at most, and at least when it is in trouble. */
const FIRST_IN_FLIGHT = 8;
export const MOST_IN_FLIGHT = 256;
export const MOST_WITHOUT_LIMIT = 64;
const LEAST_IN_FLIGHT = 1;

/**
 * How many sends to one endpoint may be in flight at once. It grows with every response and halves with every timeout.
 * With a limit, distant receivers need many at once to be kept at it; without one, more connections would only be rude.
 */
export class InFlightCap {
  #cap = FIRST_IN_FLIGHT;

  /** True while no more may be in flight. */
  isReached(inFlight: number, limited: boolean): boolean {
    return inFlight >= (limited ? this.#cap : Math.min(this.#cap, MOST_WITHOUT_LIMIT));
  }

  /** The receiver was repaired: its timeouts no longer count. */
  forgive(): void {
    this.#cap = Math.max(this.#cap, FIRST_IN_FLIGHT);
  }

  /** The endpoint's responses decide how many connections it may hold, so that a hanging one holds few. */
  learn(outcome: 'answered' | 'timed-out' | 'unreachable'): void {
    if (outcome === 'answered') this.#cap = Math.min(MOST_IN_FLIGHT, this.#cap + 1);
    else if (outcome === 'timed-out') this.#cap = Math.max(LEAST_IN_FLIGHT, this.#cap >> 1);
  }
}
