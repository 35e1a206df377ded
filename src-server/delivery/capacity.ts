import type { Clock } from '../base/clock';
import type { Lane } from './lane';

/** Sends on their way at once, over all endpoints: far receivers need many. */
const MOST_IN_FLIGHT = 512;
/**
 * While this process has no idle moment it is the one that everybody waits for: a send more only makes every answer
 * wait longer to be read, and takes memory meanwhile. Then endpoints without a limit, which have no pace to keep, get
 * half as many at each look, down to this, and afterwards by STEP more again.
 */
const MOST_WHILE_BUSY = 96;
const STEP = 32;
/** From this share of the time on there is no idle moment. */
const BUSY_SHARE = 0.9;
const LOOK_EVERY_US = 100_000;
/** Above that, only endpoints with fewer sends than this may start one: hanging neighbours cannot lock them out. */
const RESERVED_PER_LANE = 4;
const MOST_WITH_RESERVE = 2048;
/** Results not on disk yet. More means that the disk cannot be written; sending on would only fill the memory. */
const MOST_UNRECORDED = 5000;

/**
 * Shares sockets and memory between lanes. Lanes that were turned away get their turn in the order they came, those
 * with a limit before the others.
 */
export class Capacity {
  readonly #clock: Clock;
  readonly #loopShare: () => number;
  #inFlight = 0;
  #unrecorded = 0;
  #isHeld = false;
  #whenNothingInFlight: (() => void) | null = null;
  #whenAllRecorded: (() => void) | null = null;
  /** For endpoints without a limit. */
  #mostUnlimited = MOST_IN_FLIGHT;
  #lookedAtUs = 0;
  readonly #turnedAway = { limited: new Set<Lane>(), unlimited: new Set<Lane>() };

  /** @param loopShare the share of the time since its last call in which this process had something to do */
  constructor(clock: Clock, loopShare: () => number) {
    this.#clock = clock;
    this.#loopShare = loopShare;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Resolves when nothing is on its way, or when `signal` aborts. */
  nothingInFlight(signal: AbortSignal): Promise<void> {
    if (this.#inFlight === 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenNothingInFlight = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Resolves when the result of every ended send is on disk or given up. */
  allRecorded(): Promise<void> {
    if (this.#unrecorded === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenAllRecorded = resolve;
    });
  }

  /**
   * Whether this lane may start a send; if not, it is remembered for `nextTurn`.
   * @param limited whether its endpoint has a limit
   */
  admits(lane: Lane, limited: boolean): boolean {
    const most = limited ? MOST_IN_FLIGHT : this.#mostUnlimited;
    const admitted = this.#hasRoom(lane.inFlight < RESERVED_PER_LANE ? MOST_WITH_RESERVE : most);
    if (!admitted) this.#turnedAway[limited ? 'limited' : 'unlimited'].add(lane);
    return admitted;
  }

  /** True while this lane waits for its turn. */
  hasTurnedAway(lane: Lane): boolean {
    return this.#turnedAway.limited.has(lane) || this.#turnedAway.unlimited.has(lane);
  }

  /** Turns every lane away while what comes of a send cannot be written down at all. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  started(lane: Lane): void {
    lane.inFlight += 1;
    this.#inFlight += 1;
  }

  ended(lane: Lane): void {
    lane.inFlight -= 1;
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#whenNothingInFlight?.();
    this.#look();
  }

  recording(): void {
    this.#unrecorded += 1;
  }

  recorded(): void {
    this.#unrecorded -= 1;
    if (this.#unrecorded === 0) this.#whenAllRecorded?.();
  }

  /** While there is room: the lane that was turned away first; it is taken from the list. */
  nextTurn(): Lane | undefined {
    const { limited, unlimited } = this.#turnedAway;
    if (limited.size > 0 && this.#hasRoom(MOST_IN_FLIGHT)) return takeFirst(limited);
    if (unlimited.size > 0 && this.#hasRoom(this.#mostUnlimited)) return takeFirst(unlimited);
    return undefined;
  }

  #look(): void {
    const nowUs = this.#clock.monotonicUs();
    if (nowUs - this.#lookedAtUs < LOOK_EVERY_US) return;
    this.#lookedAtUs = nowUs;
    this.#mostUnlimited =
      this.#loopShare() < BUSY_SHARE
        ? Math.min(MOST_IN_FLIGHT, this.#mostUnlimited + STEP)
        : Math.max(MOST_WHILE_BUSY, this.#mostUnlimited >> 1);
  }

  #hasRoom(limit: number): boolean {
    return !this.#isHeld && this.#inFlight < limit && this.#unrecorded < MOST_UNRECORDED;
  }
}

function takeFirst(lanes: Set<Lane>): Lane | undefined {
  for (const lane of lanes) {
    lanes.delete(lane);
    return lane;
  }
  return undefined;
}
