import type { Clock } from '../../base/clock';
import type { EndpointQueue } from './endpoint-queue';
import { Scheduler } from './scheduler';

/** The wall clock may jump while a laptop sleeps; anything waiting for a time on it is checked this often. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Says whether the next delivery of a queue may leave now. If it is only too early, the queue is pumped at the right
 * time.
 */
export class QueueGate {
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #scheduler: Scheduler<EndpointQueue>;

  /**
   * @param now milliseconds since 1970, never going backwards; due times are measured by it
   * @param pump sends what may leave; called when a queue had to wait and no longer has to
   */
  constructor(clock: Clock, now: () => number, pump: (queue: EndpointQueue) => void) {
    this.#clock = clock;
    this.#now = now;
    this.#scheduler = new Scheduler(clock, pump);
  }

  stop(): void {
    this.#scheduler.stop();
  }

  forget(queue: EndpointQueue): void {
    this.#scheduler.cancel(queue);
  }

  pumpIn(queue: EndpointQueue, delayMs: number): void {
    this.#scheduler.schedule(queue, this.#clock.monotonicUs() + Math.ceil(delayMs * 1000));
  }

  /**
   * True while the receiver wants a pause, or this machine cannot open a connection or has no network (`NetworkWatch` says
   * when that is over). Afterwards the pace resumes as
   * after idling: nothing is made up for.
   */
  heldBack(queue: EndpointQueue): boolean {
    if (queue.awaitsNetwork) {
      queue.pacer.rest();
      return true;
    }
    const untilUs = Math.max(queue.backOff.heldUntilUs, queue.putOffUntilUs);
    if (untilUs <= this.#clock.monotonicUs()) return false;
    queue.pacer.rest();
    this.#scheduler.schedule(queue, untilUs);
    return true;
  }

  /**
   * True when the first delivery of an ordered queue may leave: nothing is on its way, and its time has come. If only that
   * has not, the queue is pumped then.
   */
  isNext(queue: EndpointQueue, dueAt: number): boolean {
    if (!queue.isSettled) return false;
    if (dueAt <= this.#now()) return true;
    queue.pacer.rest();
    this.#pumpAt(queue, dueAt);
    return false;
  }

  /** True when the next send cannot overtake one that opens a connection. */
  inOrder(queue: EndpointQueue): boolean {
    if (queue.opening.isClear) return true;
    const nowUs = this.#clock.monotonicUs();
    const untilUs = queue.opening.waitUntilUs(nowUs);
    if (nowUs >= untilUs) return true;
    this.#scheduler.schedule(queue, untilUs);
    return false;
  }

  /** Asks the pacer; if it is too early, makes sure that the queue is pumped in time. */
  granted(queue: EndpointQueue): boolean {
    const nowUs = this.#clock.monotonicUs();
    const releaseAtUs = queue.pacer.releaseAtUs(nowUs);
    if (releaseAtUs <= nowUs) {
      queue.pacer.grant(nowUs);
      return true;
    }
    if (releaseAtUs === Number.POSITIVE_INFINITY) queue.awaitsWrite = true;
    else this.#scheduler.schedule(queue, releaseAtUs);
    return false;
  }

  /** Nothing is due: sleeps until something is. */
  rest(queue: EndpointQueue): void {
    if (!queue.complete) return;
    queue.pacer.rest();
    if (queue.nextDueAt !== null) this.#pumpAt(queue, queue.nextDueAt);
  }

  #pumpAt(queue: EndpointQueue, dueAt: number): void {
    this.pumpIn(queue, Math.min(Math.max(1, dueAt - this.#now()), LONGEST_WAIT_MS));
  }
}
