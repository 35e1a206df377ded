/**
 * Moves deliveries from the table to their endpoints.
 *
 * Promises
 * - Every waiting delivery of a living endpoint that is not held (disabled or paused) is sent until it is delivered or
 *   its attempts are used up; a crash may repeat a send, never lose one.
 * - First in, first out per endpoint, up to the moment of writing; a retry is queued by its due time. Several sends
 *   to one endpoint may be in flight at once, on a connection each.
 * - To an ordered endpoint, one at a time: the next leaves when the outcome of the one before is on disk, and a retry
 *   comes before everything else, so that apart from repeats its receiver sees them in order, also after a crash.
 * - The pacer of an endpoint sees every send: first attempts, retries, resends.
 * - An endpoint that hangs or fails holds a few connections of its own and takes nothing from the others.
 * - A shortage on this machine (file descriptors, ports) is not an attempt: the delivery keeps its place and waits a
 *   little.
 * - Without a network, the deliveries to targets outside of this computer keep their places likewise, see `NetworkWatch`.
 * - A receiver that sends Retry-After is left alone until then, one that says it is gone forever; no other receiver is.
 * - Memory does not grow with the backlog: each queue holds a bounded window of it.
 * - Only to endpoints that `SendRight` covers, which is asked again in the turn in which the first byte leaves. The
 *   others have no queue here; who sends to them is told.
 *
 * How: the table is the queue and nothing is marked as being sent; `EndpointQueue` knows what is in flight. Whenever
 * something changes for a queue (a fresh delivery, a finished read, a response, a free slot, a setting) it is *pumped*:
 * as much as may leave now leaves, and the event that the next one waits for (a read, a point in time, a response, a
 * free place) pumps it again. So every return from `#pump` is one of:
 *   nothing to send | the head has no content yet | too many in flight | turned away by Capacity | too early
 *   for the pacer | held, dropped, stopping | held back, because the receiver asked for a pause or there is no network
 *   | ordered, and the one before is on its way or waits for its retry
 *
 *        fresh ----------------> window --grant--> on its way --result--> not on disk yet --commit--> settled
 *        table --page, content-->  ^                    |
 *                                  +---- stale (once) --+
 */
import { apiError } from '../../base/errors';
import type { WaitingDelivery } from '../../storage/messages/delivery-store';
import type { Content, Entry } from '../endpoints/entry-queue';
import type { OtherSenders } from '../endpoints/send-right';
import type { Capacity } from './capacity';
import type { EndpointQueue } from './endpoint-queue';
import { EndpointQueues } from './endpoint-queues';
import type { EngineParts } from './engine-parts';
import { Handover } from './handover';
import { QueueFiller } from './queue-filler';
import { QueueGate } from './queue-gate';
import { QueueOwnership } from './queue-ownership';
import { type QueuePosition, queuePositionOf, UNKNOWN_POSITION } from './queue-position';
import { SendOutcomes } from './send-outcomes';
import { Sends } from './sends';

const READ_AGAIN_MS = 1000;
/** How long `stop` waits for what is in flight, and for a disk that cannot be written to. */
const STOP_WAIT_MS = 10_000;
/** A receiver that takes longer to answer is still being sent to. */
const RECORDED_SOON_MS = 1000;

/** A delivery that was just stored. */
interface Arrival {
  readonly delivery: WaitingDelivery;
  readonly content: Content;
}

export class Engine {
  readonly queues: EndpointQueues;
  readonly #parts: EngineParts;
  readonly #gate: QueueGate;
  readonly #filler: QueueFiller;
  readonly #capacity: Capacity;
  readonly #handover: Handover<Arrival>;
  /** Which endpoints have a queue here, as the right to send to them comes and goes. */
  readonly ownership: QueueOwnership;
  readonly #outcomes: SendOutcomes;
  readonly #sends: Sends;
  readonly #giveUp = new AbortController();
  #stopping = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.queues = new EndpointQueues(parts, (queue) => {
      this.#filler.missed(queue);
      this.#pump(queue);
    });
    this.ownership = new QueueOwnership(parts, this.queues, {
      pump: (queue) => this.#pump(queue),
      forget: (queue) => this.#forget(queue),
    });
    this.#capacity = parts.capacity;
    this.#capacity.whenRoom(() => this.#pumpTurnedAway());
    this.#gate = new QueueGate(parts.clock, parts.now, (queue) => this.#pump(queue));
    parts.network.watch({
      queues: () => this.queues.values(),
      release: (queue) => this.#pump(queue),
    });
    this.#filler = new QueueFiller(parts.deliveries, parts.log, {
      dueBy: parts.now,
      filled: (queue) => this.#pump(queue),
      readFailed: (queue) => this.#gate.pumpIn(queue, READ_AGAIN_MS),
    });
    this.#outcomes = new SendOutcomes(parts, this.#giveUp.signal, {
      requeue: (queue, entry) => this.#requeue(queue, entry),
      missed: (queue) => this.#filler.missed(queue),
      pump: (queue) => this.#pump(queue),
      pumpTurnedAway: () => this.#pumpTurnedAway(),
    });
    this.#sends = new Sends(parts, this.#outcomes, {
      left: (entry) => this.#filler.left(entry),
      pump: (queue) => this.#pump(queue),
      pumpTurnedAway: () => this.#pumpTurnedAway(),
    });
    this.#handover = new Handover(
      parts.clock,
      (endpointId, arrival) => this.#arrive(endpointId, arrival),
      (endpointId) => this.changed(endpointId),
    );
  }

  /** Picks up what the table holds. The directory must be filled. */
  start(): Promise<void> {
    return this.ownership.start();
  }

  /** Starts no send, waits for those in flight, and records them. Unfinished ones stay waiting. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#gate.stop();
    this.#parts.network.stop();
    const deadline = this.#parts.clock.setTimer(STOP_WAIT_MS, () => this.#giveUp.abort());
    await this.#capacity.nothingInFlight(this.#giveUp.signal);
    this.#outcomes.cutOff();
    this.#parts.sender.close();
    await this.#outcomes.settled();
    this.ownership.stop();
    deadline.cancel();
  }

  /** A delivery that was just stored, with its content. Call in the order of storing. */
  add(endpointId: string, delivery: WaitingDelivery, content: Content): void {
    // A page being read may already show it; once that page has arrived, nobody could tell.
    const isUrgent = this.queues.get(endpointId)?.reading === true;
    this.#handover.add(endpointId, { delivery, content }, isUrgent);
  }

  #arrive(endpointId: string, { delivery, content }: Arrival): void {
    const queue = this.queues.obtain(endpointId, true);
    if (!queue) {
      this.#elsewhere(endpointId)?.stored(endpointId, 1);
      return;
    }
    this.#parts.traffic.arrived(endpointId, delivery.dueAt);
    // The spread comes last here and wherever a message passes: in Node 20, a literal that begins with a spread and
    // adds to it creates a hidden class per object, at a cost of a microsecond, and half a kilobyte of memory for
    // long-lived objects.
    this.#filler.add(queue, { content, staleOnce: false, unsendable: false, ...delivery });
  }

  /** This many deliveries were stored but not handed over; they are read from the table in their turn. */
  enqueueStored(endpointId: string, count: number): void {
    if (!this.#parts.directory.endpoint(endpointId)) return;
    const elsewhere = this.#elsewhere(endpointId);
    if (elsewhere) {
      elsewhere.stored(endpointId, count);
      return;
    }
    const now = this.#parts.now();
    for (let n = 0; n < count; n++) this.#parts.traffic.arrived(endpointId, now);
    this.#readAgain(endpointId, false);
  }

  /** This many waiting deliveries became due in the table; they are read from there in their turn. */
  madeDue(endpointId: string, count: number): void {
    const elsewhere = this.#elsewhere(endpointId);
    if (elsewhere) {
      elsewhere.madeDue(endpointId, count);
      return;
    }
    this.#parts.traffic.madeDue(endpointId, count);
    this.#readAgain(endpointId, true);
  }

  #readAgain(endpointId: string, isRetry: boolean): void {
    const queue = this.queues.obtain(endpointId, false);
    if (!queue) return;
    queue.doubt();
    // In its window, the retries have the times they had.
    if (isRetry && queue.isOrdered) this.#filler.missed(queue);
    this.#pump(queue);
  }

  /** Sends to an endpoint at its limit at once, whatever its receiver asked for and however slow it was. */
  forgive(endpointId: string): void {
    const queue = this.queues.get(endpointId);
    if (!queue) {
      this.#elsewhere(endpointId)?.forgive(endpointId);
      return;
    }
    queue.forgive(this.#parts.clock.monotonicUs());
    this.#pump(queue);
  }

  /** The deliveries to an endpoint that are on their way from here, or whose outcome is not on disk yet. */
  underWay(endpointId: string): ReadonlySet<number> {
    return this.queues.latest(endpointId)?.unsettled() ?? new Set();
  }

  /** Waits until the outcome of one of them is on disk, but not long. */
  async recorded(endpointId: string, deliveryId: number, mostMs = RECORDED_SOON_MS): Promise<void> {
    const late = new AbortController();
    const outcome = this.queues.latest(endpointId)?.whenSettled(deliveryId);
    await Promise.race([outcome, this.#parts.clock.sleep(mostMs, late.signal)]);
    late.abort();
  }

  /** The ones among these deliveries that are not in flight. */
  idle(endpointId: string, deliveryIds: readonly number[]): readonly number[] {
    const queue = this.queues.latest(endpointId);
    return queue ? deliveryIds.filter((id) => !queue.isUnsettled(id)) : deliveryIds;
  }

  /**
   * Ends deliveries without sending them: from now on, none leaves unless it is already in flight.
   * @param end records that these have ended; returns how many really did. Not called where another process sends
   * @throws ApiError unavailable when who sends to it cannot be reached
   */
  async cancel(
    endpointId: string,
    deliveryIds: readonly number[],
    end: (idle: readonly number[]) => Promise<number>,
  ): Promise<number> {
    const elsewhere = this.#elsewhere(endpointId);
    return elsewhere ? elsewhere.cancel(endpointId, deliveryIds) : this.end(endpointId, deliveryIds, end);
  }

  /**
   * The same, but only here.
   * @throws ApiError unavailable when another process sends to it
   */
  async end(
    endpointId: string,
    deliveryIds: readonly number[],
    end: (idle: readonly number[]) => Promise<number>,
  ): Promise<number> {
    if (this.#elsewhere(endpointId)) {
      throw apiError('unavailable', 'This server does not send to the endpoint any more. Try again.', 1);
    }
    this.#handover.takeOver(endpointId);
    const queue = this.queues.obtain(endpointId, false);
    const idle = this.idle(endpointId, deliveryIds);
    for (const entry of queue?.exclude(new Set(idle)) ?? []) this.#filler.left(entry);
    try {
      const ended = await end(idle);
      for (let n = 0; n < ended; n++) this.#parts.traffic.dropped(endpointId);
      return ended;
    } catch (cause) {
      if (queue) this.#filler.missed(queue); // they still wait, and are found in the table again
      throw cause;
    } finally {
      if (queue) {
        for (const id of idle) queue.settle(id);
        this.#pump(queue);
      }
    }
  }

  /** Something about this endpoint changed: its limit, its URL, whether it is held. */
  changed(endpointId: string): void {
    const queue = this.queues.get(endpointId);
    if (queue) this.#pump(queue);
  }

  /** The position of a waiting delivery, as far as only memory knows it. */
  queuePositionOf(endpointId: string, deliveryId: number): QueuePosition {
    const queue = this.queues.get(endpointId);
    const endpoint = this.#parts.directory.endpoint(endpointId);
    if (!queue || !endpoint) return UNKNOWN_POSITION;
    const isLimited = this.#parts.directory.rateLimitOf(endpoint) !== null;
    return queuePositionOf(queue, deliveryId, isLimited, this.#capacity.hasTurnedAway(queue));
  }

  /** Starts no send while `isHeld`; waiting deliveries keep their place. Call it also when refused sends may start again. */
  hold(isHeld: boolean): void {
    this.#capacity.hold(isHeld);
    // As for a single endpoint that is paused: each goes on at its limit, without a burst.
    if (isHeld) for (const { pacer } of this.queues.values()) pacer.rest();
    for (const queue of this.#capacity.takeUnsure()) this.#pump(queue);
    this.#pumpTurnedAway();
  }

  /** The machine slept, and timers with it: what became due meanwhile leaves now, each endpoint at its limit. */
  wake(): void {
    for (const queue of this.queues.values()) {
      queue.pacer.rest();
      this.#pump(queue);
    }
  }

  /** Requests in flight, and endpoints that got something, or wait for it, since the start. */
  load(): { readonly inFlight: number; readonly queues: number } {
    return { inFlight: this.#capacity.inFlight, queues: this.queues.size };
  }

  /** The endpoint is gone. Sends in flight to it are still recorded. */
  drop(endpointId: string): void {
    const queue = this.queues.remove(endpointId);
    if (queue) this.#forget(queue);
  }

  #forget(queue: EndpointQueue): void {
    this.#gate.forget(queue);
    this.#capacity.forget(queue);
    this.#filler.drop(queue);
  }

  /** Who sends to an endpoint in place of this process. Null: nobody, this one does. */
  #elsewhere(endpointId: string): OtherSenders | null {
    return this.#parts.sendRight.covers(endpointId) ? null : this.#parts.otherSenders;
  }

  #pump(queue: EndpointQueue): void {
    this.#handover.takeOver(queue.endpointId);
    const endpoint = this.#parts.directory.endpoint(queue.endpointId);
    if (this.#stopping || queue.dropped || queue.disabling || !endpoint) return;
    if (endpoint.disabled || endpoint.paused) {
      // Slots that pass while it is held are not made up for: it resumes at its limit, without a burst.
      queue.pacer.rest();
      return;
    }
    queue.setTarget(endpoint.url);
    this.#filler.order(queue, endpoint.ordered);
    if (this.#gate.heldBack(queue)) return;
    if (queue.nextDueAt !== null && queue.nextDueAt <= this.#parts.now()) queue.leaveUnread();
    const rateLimit = this.#parts.directory.rateLimitOf(endpoint);
    const limited = rateLimit !== null;
    queue.pacer.setRate(rateLimit);
    queue.pacer.setSlowness(queue.backOff.slowness);
    for (;;) {
      this.#filler.fill(queue);
      const entry = queue.window.first();
      if (!entry) {
        this.#gate.rest(queue);
        return;
      }
      if (queue.isOrdered && !this.#gate.isNext(queue, entry.dueAt)) return;
      if (entry.unsendable) this.#discard(queue, entry);
      else if (!entry.content || queue.isFull(limited) || !this.#capacity.admits(queue, limited)) return;
      else if (!this.#gate.inOrder(queue) || !this.#gate.granted(queue)) return;
      else this.#sends.start(queue, entry, entry.content, endpoint);
    }
  }

  #requeue(queue: EndpointQueue, entry: Entry): void {
    if (queue.dropped) {
      queue.settle(entry.id);
      return;
    }
    this.#filler.cameBack(entry);
    queue.requeue(entry);
  }

  /** Its content was removed before it could be sent. */
  #discard(queue: EndpointQueue, entry: Entry): void {
    const { clock, deliveries, log, traffic } = this.#parts;
    queue.window.shift();
    queue.take(entry);
    this.#filler.left(entry);
    deliveries.fail(entry.id, clock.now(), false).then(
      () => {
        queue.settle(entry.id);
        traffic.dropped(queue.endpointId);
        this.#pump(queue);
      },
      // The queue keeps it, so that it is not attempted again and again; the next start finds it waiting.
      (cause: unknown) => {
        queue.lose(entry.id);
        log.error({ err: cause, deliveryId: entry.id }, 'could not end a delivery');
        this.#pump(queue);
      },
    );
  }

  #pumpTurnedAway(): void {
    for (let queue = this.#capacity.nextTurn(); queue; queue = this.#capacity.nextTurn()) this.#pump(queue);
  }
}
