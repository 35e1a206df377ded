import type { Lane } from './lane';

/** Sends on their way at once, over all endpoints. */
const MOST_IN_FLIGHT = 512;
/** Above that, only endpoints with fewer sends than this may start one: hanging neighbours cannot lock them out. */
const RESERVED_PER_LANE = 4;
const MOST_WITH_RESERVE = 2048;
/** Results not on disk yet. More means that the disk cannot be written; sending on would only fill the memory. */
const MOST_UNRECORDED = 5000;

/** Shares sockets and memory between lanes. Lanes that were turned away get their turn in the order they came. */
export class Capacity {
  #inFlight = 0;
  #unrecorded = 0;
  readonly #turnedAway = new Set<Lane>();

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether this lane may start a send; if not, it is remembered for `nextTurn`. */
  admits(lane: Lane): boolean {
    const admitted = this.#hasRoom(lane.inFlight < RESERVED_PER_LANE ? MOST_WITH_RESERVE : MOST_IN_FLIGHT);
    if (!admitted) this.#turnedAway.add(lane);
    return admitted;
  }

  /** True while this lane waits for its turn. */
  hasTurnedAway(lane: Lane): boolean {
    return this.#turnedAway.has(lane);
  }

  started(lane: Lane): void {
    lane.inFlight += 1;
    this.#inFlight += 1;
  }

  ended(lane: Lane): void {
    lane.inFlight -= 1;
    this.#inFlight -= 1;
  }

  recording(): void {
    this.#unrecorded += 1;
  }

  recorded(): void {
    this.#unrecorded -= 1;
  }

  /** While there is room: the lane that was turned away first; it is taken from the list. */
  nextTurn(): Lane | undefined {
    if (!this.#hasRoom(MOST_IN_FLIGHT)) return undefined;
    for (const lane of this.#turnedAway) {
      this.#turnedAway.delete(lane);
      return lane;
    }
    return undefined;
  }

  #hasRoom(limit: number): boolean {
    return this.#inFlight < limit && this.#unrecorded < MOST_UNRECORDED;
  }
}
