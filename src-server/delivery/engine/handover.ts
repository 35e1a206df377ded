import type { Clock } from '../../base/clock';
import { TurnBudget } from './turn-budget';

/** Handed over in one turn of the event loop: a hundredth of a millisecond each, more if a queue has to be created. */
const TURN_LIMITS = { mostPieces: 256, mostUs: 5_000 };

/**
 * Hands newly stored deliveries to the queues of their endpoints, in as many turns of the event loop as it takes: one
 * message may go to ten thousand endpoints.
 *
 * Each endpoint's deliveries keep their order. Code about to look at the queue of an endpoint first takes over what
 * waits here for it, so nobody sees a queue without them.
 */
export class Handover<T> {
  readonly #waiting = new Map<string, T[]>();
  readonly #budget: TurnBudget;
  readonly #takeOver: (endpointId: string, item: T) => void;
  readonly #afterwards: (endpointId: string) => void;

  /**
   * @param takeOver puts one into the queue of its endpoint
   * @param afterwards called once everything that waited for an endpoint is in its queue
   */
  constructor(
    clock: Clock,
    takeOver: (endpointId: string, item: T) => void,
    afterwards: (endpointId: string) => void,
  ) {
    this.#takeOver = takeOver;
    this.#afterwards = afterwards;
    this.#budget = new TurnBudget(TURN_LIMITS, clock);
    this.#budget.whenRenewed(() => this.#continue());
  }

  /** @param isUrgent true: at once, however much this turn has done already */
  add(endpointId: string, item: T, isUrgent: boolean): void {
    const before = this.#waiting.get(endpointId);
    if (before && !isUrgent) before.push(item);
    else if (this.#budget.isSpent && !isUrgent) this.#waiting.set(endpointId, [item]);
    else {
      this.#budget.spend();
      this.takeOver(endpointId);
      this.#takeOver(endpointId, item);
      this.#afterwards(endpointId);
    }
  }

  /** Puts what waits for this endpoint into its queue now. */
  takeOver(endpointId: string): void {
    if (this.#waiting.size === 0) return;
    const items = this.#waiting.get(endpointId);
    if (!items) return;
    this.#waiting.delete(endpointId);
    for (const item of items) this.#takeOver(endpointId, item);
  }

  #continue(): void {
    for (const endpointId of this.#waiting.keys()) {
      if (this.#budget.isSpent) return;
      this.#budget.spend();
      this.takeOver(endpointId);
      this.#afterwards(endpointId);
    }
  }
}
