import type { Covers } from '../endpoints/send-right';
import type { EndpointQueue } from './endpoint-queue';
import type { EndpointQueues } from './endpoint-queues';
import type { EngineParts } from './engine-parts';

type OwnershipParts = Pick<EngineParts, 'now' | 'deliveries' | 'traffic'>;

interface OwnershipEvents {
  /** Sends what may leave a queue. */
  pump(queue: EndpointQueue): void;
  /** Empties a queue that is given up, and lets nothing pump it any more. */
  forget(queue: EndpointQueue): void;
}

/** Builds the queues of endpoints that this process sends to, and gives them up, as `SharedSending` says. */
export class QueueOwnership {
  readonly #parts: OwnershipParts;
  readonly #queues: EndpointQueues;
  readonly #events: OwnershipEvents;
  #stop: () => void = () => undefined;
  readonly #stopped = new Promise<void>((resolve) => {
    this.#stop = resolve;
  });
  /** What was due first when the last sweep could not say whether its queue knows it, by endpoint. */
  #inDoubt = new Map<string, number>();

  constructor(parts: OwnershipParts, queues: EndpointQueues, events: OwnershipEvents) {
    this.#parts = parts;
    this.#queues = queues;
    this.#events = events;
  }

  /** Builds the queues of all endpoints that this process may send to. */
  async start(): Promise<void> {
    this.#queues.start();
    await this.#build(() => true);
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.#stop();
  }

  async takeOver(covers: Covers): Promise<void> {
    this.#queues.takeOver();
    await this.#build(covers);
  }

  async #build(covers: Covers): Promise<void> {
    const startedAt = this.#parts.now();
    for (const { endpointId, nextDueAt } of await this.#parts.deliveries.listQueues()) {
      const queue = covers(endpointId) && this.#queues.obtain(endpointId, nextDueAt > startedAt);
      if (!queue) continue;
      queue.dueLater(nextDueAt);
      this.#events.pump(queue);
    }
  }

  async handOver(covers: Covers): Promise<void> {
    this.abandon(covers);
    await Promise.race([this.#stopped, this.#queues.settled(covers)]);
  }

  abandon(covers: Covers): void {
    for (const queue of [...this.#queues.values()]) {
      if (!covers(queue.endpointId)) continue;
      this.#queues.giveUp(queue);
      this.#events.forget(queue);
      this.#parts.traffic.left(queue.endpointId);
    }
  }

  async sweep(): Promise<void> {
    const now = this.#parts.now();
    const inDoubt = new Map<string, number>();
    for (const { endpointId, nextDueAt } of await this.#parts.deliveries.listQueues()) {
      const known = this.#queues.get(endpointId);
      const queue = known ?? this.#queues.obtain(endpointId, false);
      if (!queue) continue;
      if (known && knows(known, nextDueAt)) {
        // Behind that, something may wait that it was not told of, for as long as it is never empty.
        if (known.complete && known.window.length > 0) {
          known.doubt();
          this.#events.pump(known);
        }
        continue;
      }
      if (nextDueAt > now) queue.dueLater(nextDueAt);
      // It may be one of those in flight. If it is still there at the next sweep, reading a page tells.
      else if (known && this.#mayBeInFlight(known, nextDueAt)) {
        inDoubt.set(endpointId, nextDueAt);
        continue;
      } else queue.doubt();
      this.#events.pump(queue);
    }
    this.#inDoubt = inDoubt;
    this.#correctCounts();
  }

  /** True only at the first sweep that asks. */
  #mayBeInFlight({ endpointId, window, unsettledCount }: EndpointQueue, dueAt: number): boolean {
    return window.length === 0 && unsettledCount > 0 && this.#inDoubt.get(endpointId) !== dueAt;
  }

  /** Calls that were lost were not counted, and one may have been counted twice. */
  #correctCounts(): void {
    for (const { complete, nextDueAt, endpointId, window, unsettledCount } of this.#queues.values()) {
      if (complete && nextDueAt === null)
        this.#parts.traffic.waits(endpointId, window.length + unsettledCount);
    }
  }
}

/** Whether the queue leads to the delivery that is due first, without a look at the table. */
function knows(queue: EndpointQueue, dueAt: number): boolean {
  const { oldestDueAt } = queue;
  if (!queue.complete || (oldestDueAt !== null && oldestDueAt <= dueAt)) return true;
  return queue.nextDueAt !== null && queue.nextDueAt <= dueAt;
}
