import type { Clock } from '../../base/clock';
import type { EndpointDirectory } from '../endpoints/endpoint-directory';
import { type Covers, type SendRight, sendsAlone } from '../endpoints/send-right';
import type { BackOff } from './back-off';
import { EndpointQueue } from './endpoint-queue';

/** Fences remembered. Each take of a part of the endpoints adds one; after too many, all are learned anew. */
const MOST_FENCES = 4096;

interface QueuesParts {
  readonly directory: EndpointDirectory;
  readonly clock: Clock;
  readonly sendRight: SendRight;
}

interface GivenUp {
  readonly queue: EndpointQueue;
  /** Resolves when the outcome of all its sends is on disk. */
  readonly settled: Promise<void>;
}

/**
 * The queues of the endpoints that this process sends to, as far as they got something, or wait for it.
 *
 * A process that shares the database knows little about an endpoint it begins to send to: others may have stored
 * deliveries for it, so that each new queue reads the table first, and a full window may have left right before.
 */
export class EndpointQueues {
  readonly #parts: QueuesParts;
  /** False: other processes send to other endpoints, and store deliveries. */
  readonly #isAlone: boolean;
  /** Reads what became of a delivery from the table, and sends what may leave. */
  readonly #readAgain: (queue: EndpointQueue) => void;
  readonly #queues = new Map<string, EndpointQueue>();
  /** Queues given up, with sends whose outcome is still to come: a new queue of that endpoint must know those. */
  readonly #givenUp = new Map<string, GivenUp>();
  /** When this process started, on the monotonic clock: what an earlier one sent before that is unknown. */
  #startedUs = 0;
  /** When it took over endpoints last, and when each fence was first seen. */
  #tookOverUs = Number.NEGATIVE_INFINITY;
  readonly #fenceSeenUs = new Map<number | null, number>();

  constructor(parts: QueuesParts, readAgain: (queue: EndpointQueue) => void) {
    this.#parts = parts;
    this.#isAlone = sendsAlone(parts.sendRight);
    this.#readAgain = readAgain;
  }

  get size(): number {
    return this.#queues.size;
  }

  values(): Iterable<EndpointQueue> {
    return this.#queues.values();
  }

  /** Call it before any queue is created. */
  start(): void {
    this.#startedUs = this.#parts.clock.monotonicUs();
  }

  /** Endpoints are taken over at this moment. */
  takeOver(): void {
    const { directory, clock, sendRight } = this.#parts;
    this.#tookOverUs = clock.monotonicUs();
    // Now, because their first message may come long after that window has passed.
    for (const id of directory.endpointIds()) if (sendRight.covers(id)) this.#seenUs(sendRight.fenceOf(id));
  }

  get(endpointId: string): EndpointQueue | undefined {
    return this.#queues.get(endpointId);
  }

  /** The one that knows what is in flight to an endpoint, even if it is given up. */
  latest(endpointId: string): EndpointQueue | undefined {
    return this.#queues.get(endpointId) ?? this.#givenUp.get(endpointId)?.queue;
  }

  /**
   * The queue of an endpoint, a new one if there is none. Undefined: there is no such endpoint, or this process does not
   * send to it.
   * @param complete true when nothing in the table is due for it, as for every queue created after the start
   */
  obtain(endpointId: string, complete: boolean): EndpointQueue | undefined {
    return this.#queues.get(endpointId) ?? this.#create(endpointId, complete);
  }

  #create(endpointId: string, complete: boolean): EndpointQueue | undefined {
    const { directory, sendRight } = this.#parts;
    if (!directory.endpoint(endpointId) || !sendRight.covers(endpointId)) return undefined;
    const queue = new EndpointQueue(endpointId, complete && this.#isAlone, this.#lastWriteUs(endpointId));
    queue.isShared = !this.#isAlone;
    const earlier = this.#givenUp.get(endpointId)?.queue;
    if (earlier) queue.inherit(earlier);
    this.#queues.set(endpointId, queue);
    return queue;
  }

  /** The latest time something unknown may have been sent to an endpoint, on the monotonic clock. Null: never. */
  #lastWriteUs(endpointId: string): number | null {
    const { directory, sendRight } = this.#parts;
    if (this.#isAlone) return directory.wasLoaded(endpointId) ? this.#startedUs : null;
    return Math.max(this.#seenUs(sendRight.fenceOf(endpointId)), this.#tookOverUs);
  }

  /** When a fence was first seen: the right may have come right before, perhaps without a word of `takeOver` yet. */
  #seenUs(fence: number | null): number {
    const known = this.#fenceSeenUs.get(fence);
    if (known !== undefined) return known;
    const seenUs = this.#parts.clock.monotonicUs();
    if (this.#fenceSeenUs.size >= MOST_FENCES) this.#fenceSeenUs.clear();
    this.#fenceSeenUs.set(fence, seenUs);
    return seenUs;
  }

  /** Forgets the queue of an endpoint that is gone. */
  remove(endpointId: string): EndpointQueue | undefined {
    const queue = this.#queues.get(endpointId);
    this.#queues.delete(endpointId);
    if (queue) queue.dropped = true;
    return queue;
  }

  /** Forgets a queue to whose endpoint this process no longer sends. What is in flight is still recorded. */
  giveUp(queue: EndpointQueue): void {
    const { endpointId } = queue;
    this.remove(endpointId);
    queue.isGivenUp = true;
    if (queue.isSettled) return;
    const settled = new Promise<void>((resolve) => {
      queue.onSettled = (deliveryId) => {
        this.#settledLate(queue, deliveryId);
        if (!queue.isSettled) return;
        if (this.#givenUp.get(endpointId)?.queue === queue) this.#givenUp.delete(endpointId);
        resolve();
      };
    });
    this.#givenUp.set(endpointId, { queue, settled });
  }

  /** Resolves when the outcome of every send to these endpoints that began before they were given up is on disk. */
  async settled(covers: Covers): Promise<void> {
    const open = [...this.#givenUp].filter(([endpointId]) => covers(endpointId));
    await Promise.all(open.map(([, { settled }]) => settled));
  }

  /** If the endpoint has a new queue by now, that one reads from the table what became of the delivery. */
  #settledLate({ heir }: EndpointQueue, deliveryId: number): void {
    if (!heir) return;
    heir.settle(deliveryId);
    this.#readAgain(heir);
  }

  /** What the receiver of an endpoint can take. Undefined: nothing was sent to it since the start. */
  backOffOf(endpointId: string): BackOff | undefined {
    return this.#queues.get(endpointId)?.backOff;
  }

  /** When the oldest delivery that may leave was due, in milliseconds since 1970. Null: nothing is due. */
  oldestDueAt(endpointId: string): number | null {
    return this.#queues.get(endpointId)?.oldestDueAt ?? null;
  }

  /** How much of an endpoint's queue is due, and how much is in flight. `due` is null if not all of it is in memory. */
  loadOf(endpointId: string, now: number): { readonly due: number | null; readonly inFlight: number } {
    const queue = this.#queues.get(endpointId);
    if (!queue) return { due: null, inFlight: 0 };
    return { due: queue.complete ? queue.dueCount(now) : null, inFlight: queue.unsettledCount };
  }
}
