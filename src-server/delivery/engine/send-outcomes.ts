import { setMaxListeners } from 'node:events';
import { CLOSED_TEXT } from '../connection/failure-message';
import type { SendReport, SendResult } from '../connection/sender';
import type { Entry } from '../endpoints/entry-queue';
import { learned, wantsDisabling } from './delivery-state';
import type { EndpointQueue } from './endpoint-queue';
import type { EngineParts } from './engine-parts';
import type { EndedAttempt } from './record-attempt';
import type { Send } from './send';

/** What the engine does when a send has ended. */
interface OutcomeEvents {
  /** Returns the delivery to its place in its queue: this was not an attempt. */
  requeue(queue: EndpointQueue, entry: Entry): void;
  /** A delivery of this queue is back in the table: it waits for its retry. */
  missed(queue: EndpointQueue): void;
  /** Something may leave this queue now. */
  pump(queue: EndpointQueue): void;
  /** There may be room for queues that were turned away. */
  pumpTurnedAway(): void;
}

/** Handles the consequences of a finished send: what is recorded, what is requeued, which endpoint is disabled. */
export class SendOutcomes {
  readonly #parts: EngineParts;
  readonly #events: OutcomeEvents;
  readonly #disabling = new Set<Promise<void>>();
  /** Aborts when writes that keep failing are given up. */
  readonly #giveUp: AbortSignal;
  #cutOff = false;

  constructor(parts: EngineParts, giveUp: AbortSignal, events: OutcomeEvents) {
    this.#parts = parts;
    this.#giveUp = giveUp;
    this.#events = events;
    setMaxListeners(0, giveUp); // each attempt that cannot be written down listens
  }

  /** From now on, we cut off any send that fails. */
  cutOff(): void {
    this.#cutOff = true;
  }

  /** Resolves when everything is on disk, or given up. */
  async settled(): Promise<void> {
    await this.#parts.capacity.allRecorded();
    await Promise.all(this.#disabling);
  }

  take(send: Send, report: SendReport): void {
    const { queue, entry, endpoint, url, startedUs, fence } = send;
    const { result } = report;
    if (result.kind === 'short') {
      queue.putOffUntilUs = this.#parts.shortages.met(result.code);
      this.#events.requeue(queue, entry);
      return;
    }
    if (result.kind === 'withdrawn' || result.kind === 'no-network') {
      this.#events.requeue(queue, entry);
      return;
    }
    if (result.kind === 'stale' && !entry.staleOnce) {
      entry.staleOnce = true;
      this.#events.requeue(queue, entry);
      return;
    }
    // It stays waiting in the table, and is sent again after the next start.
    if (this.#cutOff && result.kind !== 'responded') {
      queue.lose(entry.id);
      return;
    }
    const final: SendResult = result.kind === 'stale' ? { kind: 'failed', reason: CLOSED_TEXT } : result;
    queue.learn(learned(final));
    this.#record(queue, { entry, endpoint, url, fence, report, result: final });
    // What an old address answered does not apply to a new one.
    if (this.#parts.directory.endpoint(endpoint.id)?.url !== url) return;
    queue.backOff.observe(final, startedUs, this.#parts.clock.monotonicUs(), this.#parts.now());
    if (!wantsDisabling(final)) return;
    const disabling = this.#disable(queue);
    this.#disabling.add(disabling);
    void disabling.finally(() => this.#disabling.delete(disabling));
  }

  /** The queue stops meanwhile. If disabling cannot be written, the next response says the same. */
  async #disable(queue: EndpointQueue): Promise<void> {
    if (queue.disabling) return;
    queue.disabling = true;
    try {
      await this.#parts.disableEndpoint(queue.endpointId);
    } catch (cause) {
      this.#parts.log.error({ err: cause, endpointId: queue.endpointId }, 'could not disable an endpoint');
    } finally {
      queue.disabling = false;
      this.#events.pump(queue);
    }
  }

  /** Holds only the number of the send until it is on disk: at a high rate, thousands wait for that. */
  #record(queue: EndpointQueue, attempt: EndedAttempt): void {
    const { id } = attempt.entry;
    this.#parts.capacity.recording();
    void this.#parts.recorder.record(attempt, this.#giveUp).then(
      (next) => {
        queue.settle(id);
        if (next.state === 'waiting') {
          queue.dueLater(next.dueAt);
          if (queue.isOrdered) this.#events.missed(queue);
        }
        if (next.state === 'waiting' || queue.isOrdered) this.#events.pump(queue);
        this.#recorded();
      },
      (cause: unknown) => {
        const { log } = this.#parts;
        queue.lose(id);
        log.error({ err: cause, endpointId: queue.endpointId }, 'an attempt was lost; it will be repeated');
        this.#recorded();
      },
    );
  }

  #recorded(): void {
    this.#parts.capacity.recorded();
    this.#events.pumpTurnedAway();
  }
}
