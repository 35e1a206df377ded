import type { Clock } from '../../base/clock';
import { SENDS_TO_ALL, type SendRight } from '../endpoints/send-right';
import type { EndpointQueue } from './endpoint-queue';
import { TurnBudget } from './turn-budget';

/** Sends in flight at once, over all endpoints: distant receivers need many. */
const MOST_IN_FLIGHT = 512;
/**
 * A process with no idle moment is itself the bottleneck: another send only makes every response wait longer to be read,
 * and takes memory meanwhile. Then each check halves what endpoints without a limit, which have no pace to keep, may
 * have in flight, down to this; afterwards it grows again by STEP.
 */
const MOST_WHILE_BUSY = 96;
const STEP = 32;
/** From this share of busy time on, there is no idle moment. */
const BUSY_SHARE = 0.9;
const LOOK_EVERY_US = 100_000;
/**
 * Above that, only endpoints with fewer sends than this may start one, so that hanging neighbors cannot lock them out.
 */
const RESERVED_PER_QUEUE = 4;
const MOST_WITH_RESERVE = 2048;
/**
 * Sends started per turn of the event loop. Each costs between a tenth and a third of a millisecond here, and as much
 * again in Node before the turn ends.
 */
const START_LIMITS = { mostPieces: 256, mostUs: 10_000 };
/** Results not on disk yet. More means that the disk cannot be written to; further sends would only fill the memory. */
const MOST_UNRECORDED = 5000;
/** For how long no result may reach the disk: whatever is sent meanwhile would be sent again after a crash. */
const LONGEST_UNRECORDED_US = 1_000_000;

/**
 * Shares sockets and memory between queues. Queues that were turned away get their turn in order of arrival, those with
 * a limit first.
 */
export class Capacity {
  readonly #clock: Clock;
  readonly #loopShare: () => number;
  readonly #sendRight: SendRight;
  readonly #starts: TurnBudget;
  #inFlight = 0;
  #unrecorded = 0;
  /** When a result last reached the disk, or the first of those that wait began to. */
  #recordedUs = 0;
  #isHeld = false;
  #whenNothingInFlight: (() => void) | null = null;
  #whenAllRecorded: (() => void) | null = null;
  /** For endpoints without a limit. */
  #mostUnlimited = MOST_IN_FLIGHT;
  #lookedAtUs = 0;
  readonly #turnedAway = {
    limited: new Set<EndpointQueue>(),
    unlimited: new Set<EndpointQueue>(),
    /** Those with room, but not in this turn. */
    thisTurn: new Set<EndpointQueue>(),
    /** Those that may not send at the moment. They get no turn until `takeUnsure`. */
    unsure: new Set<EndpointQueue>(),
  };

  /**
   * @param loopShare the share of the time since its last call in which this process was busy
   * @param sendRight whether this process may send to an endpoint at this moment
   * @param inNextTurn runs a function in the next turn of the event loop
   */
  constructor(
    clock: Clock,
    loopShare: () => number,
    sendRight: SendRight = SENDS_TO_ALL,
    inNextTurn?: (run: () => void) => void,
  ) {
    this.#clock = clock;
    this.#loopShare = loopShare;
    this.#sendRight = sendRight;
    this.#starts = new TurnBudget(START_LIMITS, clock, inNextTurn);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Sets the function called in the next turn if queues were turned away only because this turn started enough. */
  whenRoom(listener: () => void): void {
    this.#starts.whenRenewed(listener);
  }

  /** Resolves when nothing is in flight, or when `signal` aborts. */
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
   * Whether this queue may start a send; if not, it is remembered for `nextTurn`.
   * @param limited whether its endpoint has a limit
   */
  admits(queue: EndpointQueue, limited: boolean): boolean {
    if (!this.#sendRight.mayStart(queue.endpointId)) {
      this.#turnedAway.unsure.add(queue);
      return false;
    }
    const most = limited ? MOST_IN_FLIGHT : this.#mostUnlimited;
    if (!this.#hasRoom(queue.inFlight < RESERVED_PER_QUEUE ? MOST_WITH_RESERVE : most)) {
      this.#turnedAway[limited ? 'limited' : 'unlimited'].add(queue);
      return false;
    }
    if (!this.#starts.isSpent) return true;
    this.#turnedAway.thisTurn.add(queue);
    return false;
  }

  /** The queues turned away because they may not send: the right may have come back. They are taken off the list. */
  takeUnsure(): readonly EndpointQueue[] {
    const { unsure } = this.#turnedAway;
    const queues = [...unsure];
    unsure.clear();
    return queues;
  }

  /** Forgets that this queue was turned away. */
  forget(queue: EndpointQueue): void {
    for (const queues of Object.values(this.#turnedAway)) queues.delete(queue);
  }

  /** True while this queue waits for its turn. */
  hasTurnedAway(queue: EndpointQueue): boolean {
    return Object.values(this.#turnedAway).some((queues) => queues.has(queue));
  }

  /** Turns every queue away while the outcome of a send cannot be written at all. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  started(queue: EndpointQueue): void {
    queue.inFlight += 1;
    this.#inFlight += 1;
    this.#starts.spend();
  }

  ended(queue: EndpointQueue): void {
    queue.inFlight -= 1;
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#whenNothingInFlight?.();
    this.#look();
  }

  recording(): void {
    if (this.#unrecorded === 0) this.#recordedUs = this.#clock.monotonicUs();
    this.#unrecorded += 1;
  }

  recorded(): void {
    this.#unrecorded -= 1;
    this.#recordedUs = this.#clock.monotonicUs();
    if (this.#unrecorded === 0) this.#whenAllRecorded?.();
  }

  /** While there is room: the queue turned away first, which is taken off the list. */
  nextTurn(): EndpointQueue | undefined {
    if (this.#starts.isSpent) return undefined;
    const { limited, unlimited, thisTurn } = this.#turnedAway;
    if (thisTurn.size > 0) return takeFirst(thisTurn);
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
    return !this.#isHeld && this.#inFlight < limit && !this.#isUnrecordedTooLong();
  }

  #isUnrecordedTooLong(): boolean {
    if (this.#unrecorded === 0) return false;
    if (this.#unrecorded >= MOST_UNRECORDED) return true;
    return this.#clock.monotonicUs() - this.#recordedUs > LONGEST_UNRECORDED_US;
  }
}

function takeFirst(queues: Set<EndpointQueue>): EndpointQueue | undefined {
  for (const queue of queues) {
    queues.delete(queue);
    return queue;
  }
  return undefined;
}
