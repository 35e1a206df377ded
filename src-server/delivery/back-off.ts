/**
 * What the answers of an endpoint say about when, and how fast, it can take more.
 *
 * Promises
 * - After a 429 or 503 with Retry-After no send starts before the moment it names, at most LONGEST_HOLD_US away.
 * - When it is overloaded (a timeout, a 429) again and again, the pace halves; while answers come it climbs back to the
 *   limit, which stays the ceiling. What was sent before the pace halved cannot halve it again. Where there is no
 *   limit there is no pace to halve; then the number of connections does it (`EndpointQueue.learn`).
 * Not promised: anything over a restart. The first answer after it says the same again.
 *
 * All times are microseconds on the monotonic clock.
 */
import { overloaded, wantedPauseMs } from './delivery-state';
import type { SendResult } from './sender';

export class BackOff {
  #heldUntilUs = Number.NEGATIVE_INFINITY;
  #slowness = 1;
  #slowedAtUs = Number.NEGATIVE_INFINITY;
  #overloadedAtUs = Number.NEGATIVE_INFINITY;
  #easedAtUs = Number.NEGATIVE_INFINITY;

  /** No send may start before this. Minus infinity: never held. */
  get heldUntilUs(): number {
    return this.#heldUntilUs;
  }

  /** How many times the usual distance lies between two sends; 1 when nothing is wrong. */
  get slowness(): number {
    return this.#slowness;
  }

  /**
   * Takes in how a send ended that began at `startedUs`.
   * @param now the wall clock, in milliseconds since 1970, for a Retry-After that is a date
   */
  observe(result: SendResult, startedUs: number, nowUs: number, now: number): void {
    if (overloaded(result)) this.overloaded(startedUs, nowUs);
    else if (result.kind === 'responded') this.answered(nowUs);
    const pauseMs = wantedPauseMs(result, now);
    if (pauseMs !== null) this.hold(nowUs, pauseMs);
  }

  /** The receiver asked to be left alone for so long. An earlier wish for longer stays. */
  hold(nowUs: number, waitMs: number): void {
    this.#heldUntilUs = Math.max(this.#heldUntilUs, nowUs + Math.min(waitMs * 1000, LONGEST_HOLD_US));
  }

  /** A send that began at `startedUs` found the receiver overloaded. */
  overloaded(startedUs: number, nowUs: number): void {
    if (startedUs <= this.#slowedAtUs) return;
    const again = nowUs - this.#overloadedAtUs <= AGAIN_WITHIN_US;
    this.#overloadedAtUs = nowUs;
    this.#easedAtUs = nowUs;
    if (!again) return;
    this.#slowedAtUs = nowUs;
    this.#slowness = Math.min(2 * this.#slowness, MOST_SLOWNESS);
  }

  /** A send was answered, whatever the answer. */
  answered(nowUs: number): void {
    if (this.#slowness === 1 || nowUs - this.#easedAtUs < EASE_EVERY_US) return;
    this.#easedAtUs = nowUs;
    this.#slowness = Math.max(1, this.#slowness * EASE_BY);
  }
}

/** A receiver that asks for more is most likely mistaken, and would not be tried when it is back. */
export const LONGEST_HOLD_US = 3_600_000_000;
/** Two of them closer together than this are no accident. */
const AGAIN_WITHIN_US = 60_000_000;
export const MOST_SLOWNESS = 16;
/** At most one step back to the limit in this time, by a quarter more each: from half of it in three seconds. */
const EASE_EVERY_US = 1_000_000;
const EASE_BY = 0.8;
