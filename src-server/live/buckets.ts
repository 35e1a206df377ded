import type { TrafficBucket } from '../contract/traffic';
import { BucketRing } from './bucket-ring';
import { LaterDeliveries } from './later-deliveries';
import { RunningBucket } from './running-bucket';

/** Most seconds kept per endpoint. */
export const KEPT_SECONDS = 300;
/** Attempts that its success ratio is about. */
const REMEMBERED_ATTEMPTS = 50;

/**
 * What one endpoint did: the current second and minute, the seconds before, and its last 50 attempts. Each event costs
 * a few additions. Times are seconds since 1970, and callers make sure that they never go backwards.
 */
export class Buckets {
  /** Waiting deliveries, including those in flight. */
  queue: number;
  /** When something last happened. */
  lastEventS: number;
  /** Rises whenever a reader would see something new. */
  revision = 0;
  readonly ring = new BucketRing();
  readonly later = new LaterDeliveries();
  /** Those of `later` that wait for a retry. */
  readonly retries = new LaterDeliveries();
  readonly #second: RunningBucket;
  readonly #minute: RunningBucket;
  #minuteOldestMs: number | null = null;
  #minuteIsSeen = false;
  readonly #outcomes = new Uint8Array(REMEMBERED_ATTEMPTS);
  #attempts = 0;
  #successes = 0;

  constructor(second: number, queue: number) {
    this.queue = queue;
    this.lastEventS = Number.NEGATIVE_INFINITY;
    this.#second = new RunningBucket(second);
    this.#minute = new RunningBucket(minuteOf(second));
  }

  /** The current second. */
  get second(): number {
    return this.#second.at;
  }

  /** How many attempts are remembered, at most 50, and how many of them succeeded. */
  get outcomes(): { readonly attempts: number; readonly succeeded: number } {
    return { attempts: Math.min(this.#attempts, REMEMBERED_ATTEMPTS), succeeded: this.#successes };
  }

  arrived(): void {
    this.queue += 1;
    this.#second.arrivals += 1;
    this.#minute.arrivals += 1;
    this.#happened();
  }

  sent(delayMs: number): void {
    this.#second.sends += 1;
    this.#minute.sends += 1;
    this.#second.delays.add(delayMs);
    this.#minute.delays.add(delayMs);
    this.#happened();
  }

  ended(succeeded: boolean): void {
    const column = succeeded ? 'succeeded' : 'failed';
    this.#second[column] += 1;
    this.#minute[column] += 1;
    const place = this.#attempts % REMEMBERED_ATTEMPTS;
    this.#successes += Number(succeeded) - (this.#outcomes[place] ?? 0);
    this.#outcomes[place] = Number(succeeded);
    this.#attempts += 1;
    this.#happened();
  }

  /** One delivery no longer waits. */
  left(): void {
    this.queue = Math.max(0, this.queue - 1);
    this.revision += 1;
  }

  /**
   * Ends the current second, if it is over, and begins `second`. One without traffic leaves nothing behind, unless
   * something was due the whole time.
   * @param oldestMs how long the next delivery has been due; null: none is
   * @returns the minute that ended with it; null: none ended, or nothing happened in it
   */
  roll(second: number, oldestMs: number | null, capacity: number): TrafficBucket | null {
    if (second <= this.#second.at) return null;
    if (!this.#second.isEmpty || oldestMs !== null) {
      this.ring.push(this.#second.read(this.queue, oldestMs), capacity);
      this.revision += 1;
      this.#minuteIsSeen = true;
      if (oldestMs !== null) this.#minuteOldestMs = Math.max(this.#minuteOldestMs ?? 0, oldestMs);
    }
    this.#second.begin(second);
    return minuteOf(second) > this.#minute.at ? this.endMinute(minuteOf(second)) : null;
  }

  /** Ends the current minute, whether or not it is over, and begins the one of `minute`. */
  endMinute(minute: number): TrafficBucket | null {
    const ended = this.runningMinute;
    this.#minute.begin(minute);
    this.#minuteOldestMs = null;
    this.#minuteIsSeen = false;
    return ended;
  }

  /** The current minute so far. Null: nothing has happened in it yet. */
  get runningMinute(): TrafficBucket | null {
    return this.#minuteIsSeen || !this.#minute.isEmpty
      ? this.#minute.read(this.queue, this.#minuteOldestMs)
      : null;
  }

  /** The current second so far. Null: nothing has happened in it yet. */
  running(oldestMs: number | null): TrafficBucket | null {
    return this.#second.isEmpty ? null : this.#second.read(this.queue, oldestMs);
  }

  /** After the clock was set back: what was recorded is now in the future, and is dropped. */
  restartAt(second: number): void {
    this.ring.clear();
    this.#second.begin(second);
    this.endMinute(minuteOf(second));
    this.lastEventS = Math.min(this.lastEventS, second);
    this.revision += 1;
  }

  #happened(): void {
    this.lastEventS = this.#second.at;
    this.revision += 1;
  }
}

/** When the minute of a second began, in seconds since 1970. */
export function minuteOf(second: number): number {
  return second - (second % 60);
}
