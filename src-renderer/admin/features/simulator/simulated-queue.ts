import { InFlightCap, MOST_IN_FLIGHT } from '../../../../src-server/pacing/in-flight-cap';
import { OpeningOrder } from '../../../../src-server/pacing/opening-order';
import { Pacer } from '../../../../src-server/pacing/pacer';
import type { ArrivalCurve } from './arrival-curve';

export interface QueueFacts {
  /** Messages per second; null: none. */
  readonly limit: number | null;
  /** How long the receiver takes to answer, in ms. */
  readonly latencyMs: number;
}

/** Called for every send: its number from 0, when it arrived, and when it left; microseconds from the start. */
type OnSend = (number: number, arrivedUs: number, sentUs: number) => void;

/** An idle connection is closed after this time. */
const KEEP_IDLE_US = 4_000_000;
/** Timers of the platform have millisecond resolution. */
const TIMER_US = 1000;

/**
 * One endpoint's queue, simulated event by event: arrivals, the timer, the answers. It decides nothing itself: the
 * server's own pacer says when a send may leave, its own cap how many may be in flight, and its own order of opening
 * which one waits for a connection.
 *
 * Left out, because on a machine that keeps up it takes no visible time: the disk and the network before the receiver.
 * Every answer is a success.
 */
export class SimulatedQueue {
  /** Messages that have left. */
  sent = 0;
  /** Messages that were answered. */
  answered = 0;
  readonly #curve: ArrivalCurve;
  readonly #onSend: OnSend;
  readonly #pacer = new Pacer(null);
  readonly #cap = new InFlightCap();
  readonly #opening = new OpeningOrder();
  readonly #isLimited: boolean;
  readonly #latencyUs: number;
  #nowUs = 0;
  /** How far the curve is ahead of the queue's own clock, after stretches that were not simulated. */
  #aheadUs = 0;
  #arrived = 0;
  /** Requests whose answer has not been processed yet. */
  #awaited = 0;
  readonly #flights = new Flights();
  /** When each idle connection was last used, the most recent last: it is reused first. */
  #idle: number[] = [];
  /** When the queue is scheduled, what the timer was set for, and when it fires. */
  #slotUs = Number.POSITIVE_INFINITY;
  #timerForUs = Number.POSITIVE_INFINITY;
  #firesUs = Number.POSITIVE_INFINITY;
  #isFull = false;

  constructor(curve: ArrivalCurve, facts: QueueFacts, onSend: OnSend) {
    this.#curve = curve;
    this.#onSend = onSend;
    this.#isLimited = facts.limit !== null;
    this.#latencyUs = Math.round(facts.latencyMs * 1000);
    this.#pacer.setRate(facts.limit);
  }

  /** Microseconds from the start. */
  get nowUs(): number {
    return this.#nowUs + this.#aheadUs;
  }

  /** Messages that have arrived. */
  get arrived(): number {
    return this.#arrived;
  }

  /** How long the next message to leave has waited, in microseconds; null: none waits. */
  get oldestUs(): number | null {
    return this.sent < this.#arrived ? this.nowUs - this.#curve.atUs(this.sent) : null;
  }

  /** Simulates up to this moment. */
  advanceTo(us: number): void {
    const untilUs = us - this.#aheadUs;
    for (;;) {
      const arrivalUs = this.#nextArrivalUs() - this.#aheadUs;
      const responseUs = this.#flights.firstResponseUs;
      const nextUs = Math.min(arrivalUs, responseUs, this.#firesUs);
      if (nextUs > untilUs) break;
      this.#nowUs = nextUs;
      if (nextUs === responseUs) this.#endFlights();
      else if (nextUs === this.#firesUs) this.#fire();
      else this.#pump();
    }
    this.#nowUs = untilUs;
    this.#arrived = this.#curve.countBy(us);
  }

  /**
   * Skips a stretch in which everything continues as before: moves ahead by this time and this many sends. The queue's
   * own clock, with everything in flight, stands still meanwhile.
   */
  passOver(us: number, sends: number): void {
    this.#aheadUs += us;
    this.sent += sends;
    this.answered += sends;
    this.#arrived = this.#curve.countBy(this.nowUs);
  }

  /** The next arrival that could change anything. While messages wait, that is rarely the next one. */
  #nextArrivalUs(): number {
    if (this.sent >= this.#arrived) return this.#curve.atUs(this.#arrived);
    if (this.#isFull || this.#slotUs >= this.#firesUs) return Number.POSITIVE_INFINITY;
    const before = this.#curve.countBy(this.#slotUs + this.#aheadUs - 1);
    return this.#curve.atUs(Math.max(before, this.#arrived));
  }

  #pump(): void {
    const { nowUs } = this;
    this.#arrived = Math.max(this.#arrived, this.#curve.countBy(nowUs));
    this.#isFull = false;
    for (;;) {
      if (this.sent >= this.#arrived) {
        this.#pacer.rest();
        return;
      }
      if (this.#cap.isReached(this.#awaited, this.#isLimited)) {
        this.#isFull = true;
        return;
      }
      if (!this.#opening.isClear) {
        const untilUs = this.#opening.waitUntilUs(this.#nowUs);
        if (this.#nowUs < untilUs) {
          this.#schedule(untilUs);
          return;
        }
      }
      const releaseUs = this.#pacer.releaseAtUs(this.#nowUs);
      if (releaseUs > this.#nowUs) {
        this.#schedule(releaseUs);
        return;
      }
      this.#pacer.grant(this.#nowUs);
      this.#send(nowUs);
    }
  }

  #send(nowUs: number): void {
    const number = this.sent;
    this.sent += 1;
    const opens = !this.#takeIdle();
    const pacedAs = this.#pacer.written(this.#nowUs);
    if (opens) this.#opening.began(this.#nowUs);
    this.#awaited += 1;
    this.#flights.add(this.#nowUs, this.#nowUs + this.#latencyUs, pacedAs, opens);
    this.#onSend(number, this.#curve.atUs(number), nowUs);
  }

  /** All answers at this moment: their connections are free before the first one is processed. */
  #endFlights(): void {
    const ended = this.#flights.takeUntil(this.#nowUs);
    for (const _ of ended) this.#idle.push(this.#nowUs);
    for (const { writtenUs, pacedAs, opened } of ended) {
      this.#pacer.responded(pacedAs, writtenUs, this.#nowUs);
      if (opened) this.#opening.ended(writtenUs, this.#nowUs);
      this.#cap.learn('answered');
      this.#awaited -= 1;
      this.answered += 1;
      this.#pump();
    }
  }

  #takeIdle(): boolean {
    const usedUs = this.#idle.pop();
    if (usedUs === undefined) return false;
    if (this.#nowUs - usedUs < KEEP_IDLE_US) return true;
    this.#idle = []; // the others have been idle even longer
    return false;
  }

  #schedule(atUs: number): void {
    this.#slotUs = atUs;
    if (atUs >= this.#timerForUs) return;
    this.#timerForUs = atUs;
    this.#firesUs = this.#nowUs + Math.ceil(Math.max(0, atUs - this.#nowUs) / TIMER_US) * TIMER_US;
  }

  #fire(): void {
    this.#timerForUs = Number.POSITIVE_INFINITY;
    this.#firesUs = Number.POSITIVE_INFINITY;
    if (this.#slotUs > this.#nowUs) {
      this.#schedule(this.#slotUs);
      return;
    }
    this.#slotUs = Number.POSITIVE_INFINITY;
    this.#pump();
  }
}

interface Flight {
  readonly writtenUs: number;
  readonly pacedAs: number;
  readonly opened: boolean;
}

/** Requests in flight, in the order of sending, which is that of the answers: all take equally long. */
class Flights {
  firstResponseUs = Number.POSITIVE_INFINITY;
  #size = 0;
  #first = 0;
  readonly #writtenUs = new Float64Array(MOST_IN_FLIGHT);
  readonly #responseUs = new Float64Array(MOST_IN_FLIGHT);
  readonly #pacedAs = new Float64Array(MOST_IN_FLIGHT);
  readonly #opened = new Uint8Array(MOST_IN_FLIGHT);

  add(writtenUs: number, responseUs: number, pacedAs: number, opened: boolean): void {
    const at = (this.#first + this.#size) % MOST_IN_FLIGHT;
    this.#writtenUs[at] = writtenUs;
    this.#responseUs[at] = responseUs;
    this.#pacedAs[at] = pacedAs;
    this.#opened[at] = opened ? 1 : 0;
    if (this.#size === 0) this.firstResponseUs = responseUs;
    this.#size += 1;
  }

  /** Those whose answer has arrived. */
  takeUntil(nowUs: number): readonly Flight[] {
    const taken: Flight[] = [];
    while (this.firstResponseUs <= nowUs) taken.push(this.#take());
    return taken;
  }

  #take(): Flight {
    const at = this.#first;
    this.#first = (at + 1) % MOST_IN_FLIGHT;
    this.#size -= 1;
    this.firstResponseUs = this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#responseUs[this.#first] ?? 0);
    return {
      writtenUs: this.#writtenUs[at] ?? 0,
      pacedAs: this.#pacedAs[at] ?? -1,
      opened: this.#opened[at] === 1,
    };
  }
}
