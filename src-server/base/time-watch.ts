/**
 * Doubts the wall clock when it jumps: a wrong one would make everything look old.
 *
 * Promises: once the clock is more than a day away from where it should be by the last sign of life and the time since,
 * forwards or backwards, nothing expires and nothing is removed because of its age. That ends when the clock is back,
 * when it has run for an hour without another such jump, or when an admin says that it is right; a restart ends it only
 * if the clock is back. A machine that was off or asleep for over a day cannot be told from a clock that jumped.
 *
 * The last sign of life is stored every few minutes, and never while the clock is in doubt.
 */
import { type Clock, type Timer, toIsoTime } from './clock';
import type { Service } from './lifecycle';
import type { Log } from './log';

/** Time as far as it decides what is over, in milliseconds since 1970. */
export interface SureTime {
  /** By which things expire: what the clock shows; while that is in doubt, what it showed before, continued. */
  now(): number;
  /** The later of both: what begins now and lasts from there has its whole life, whichever is right. */
  latest(): number;
  /** The earlier of both: what ends there has ended, whichever is right. */
  earliest(): number;
  /** True: nothing is removed because of its age. */
  isDoubted(): boolean;
}

/** A jump of the clock. Times are milliseconds since 1970. */
export interface ClockDoubt {
  /** What it should have shown. */
  readonly from: number;
  /** What it showed instead. */
  readonly to: number;
  /** When it is no longer in doubt, by its own time, unless it jumps again. */
  readonly steadyAt: number;
}

/** Where the last sign of life is stored, in milliseconds since 1970. */
export interface SignsOfLife {
  /** Null: there is none. */
  read(): Promise<number | null>;
  write(at: number): Promise<void>;
}

interface TimeWatchParts {
  readonly clock: Clock;
  /** The wall clock, which may be that of a database that others share. */
  readonly wallNow: () => number;
  readonly signs: SignsOfLife;
  readonly log: Log;
}

interface Doubt extends ClockDoubt {
  readonly sinceUs: number;
  /** What the clock showed when it was last looked at. */
  seenMs: number;
  seenUs: number;
}

const JUMP_MS = 24 * 3_600_000;
const STEADY_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
const SIGN_EVERY_US = 10 * 60_000_000;

export class TimeWatch implements SureTime, Service {
  readonly name = 'time watch';
  readonly #parts: TimeWatchParts;
  /** The last time that was not in doubt, and when that was on the monotonic clock. */
  #sureMs: number;
  #sureUs: number;
  #doubt: Doubt | null = null;
  #signedUs = Number.NEGATIVE_INFINITY;
  #timer: Timer | null = null;
  #looking: Promise<void> = Promise.resolve();

  private constructor(parts: TimeWatchParts, lastSignMs: number | null) {
    this.#parts = parts;
    this.#sureMs = lastSignMs ?? parts.wallNow();
    this.#sureUs = parts.clock.monotonicUs();
  }

  static async open(parts: TimeWatchParts): Promise<TimeWatch> {
    return new TimeWatch(parts, await parts.signs.read());
  }

  now(): number {
    const wallMs = this.#look();
    return this.#doubt ? this.#expectedMs() : wallMs;
  }

  latest(): number {
    return Math.max(this.#look(), this.now());
  }

  earliest(): number {
    return Math.min(this.#look(), this.now());
  }

  isDoubted(): boolean {
    this.#look();
    return this.#doubt !== null;
  }

  /** Null: the clock is not in doubt. */
  doubt(): ClockDoubt | null {
    this.#look();
    return this.#doubt;
  }

  /** An admin says that the clock is right. Resolves when that is on disk. */
  async confirm(): Promise<void> {
    const wallMs = this.#look();
    await this.#parts.signs.write(wallMs);
    this.#trust(wallMs, 'an admin confirmed it');
  }

  async start(): Promise<void> {
    await this.#sign();
    this.#lookLater();
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
  }

  #lookLater(): void {
    this.#timer = this.#parts.clock.setTimer(LOOK_EVERY_MS, () => {
      this.#looking = this.#sign();
      this.#lookLater();
    });
  }

  /** Stores a sign of life if it is time. While the clock is in doubt, looks for one of a node that knows better. */
  async #sign(): Promise<void> {
    const { clock, log, signs } = this.#parts;
    const wallMs = this.#look();
    try {
      if (this.#doubt) {
        const signMs = await signs.read();
        if (signMs !== null && isNear(signMs, wallMs)) this.#trust(wallMs, 'another node trusts it');
      } else if (clock.monotonicUs() - this.#signedUs >= SIGN_EVERY_US) {
        this.#signedUs = clock.monotonicUs(); // before it is written: the next look does not write another
        await signs.write(wallMs);
      }
    } catch (cause) {
      this.#signedUs = Number.NEGATIVE_INFINITY;
      log.debug({ err: cause }, 'the heartbeat was not stored or read');
    }
  }

  /** @returns what the clock shows */
  #look(): number {
    const { clock, log, wallNow } = this.#parts;
    const nowUs = clock.monotonicUs();
    const wallMs = wallNow();
    const expectedMs = this.#expectedMs();
    const doubt = this.#doubt;
    if (isNear(wallMs, expectedMs)) {
      if (doubt) this.#trust(wallMs, 'it is back');
      this.#sureMs = wallMs;
      this.#sureUs = nowUs;
    } else if (!doubt || !isNear(wallMs, doubt.seenMs + (nowUs - doubt.seenUs) / 1000)) {
      this.#doubt = {
        from: expectedMs,
        to: wallMs,
        steadyAt: wallMs + STEADY_MS,
        sinceUs: nowUs,
        seenMs: wallMs,
        seenUs: nowUs,
      };
      log.error(
        { from: toIsoTime(expectedMs), to: toIsoTime(wallMs) },
        'the clock jumped: nothing expires, and nothing old is removed, until it was steady for an hour or an admin confirms it',
      );
    } else if (nowUs - doubt.sinceUs >= STEADY_MS * 1000) this.#trust(wallMs, 'it was steady for an hour');
    else {
      doubt.seenMs = wallMs;
      doubt.seenUs = nowUs;
    }
    return wallMs;
  }

  #trust(wallMs: number, because: string): void {
    if (this.#doubt) this.#parts.log.warn({ because }, 'the clock is trusted again');
    this.#doubt = null;
    this.#sureMs = wallMs;
    this.#sureUs = this.#parts.clock.monotonicUs();
    this.#signedUs = Number.NEGATIVE_INFINITY;
  }

  #expectedMs(): number {
    return Math.floor(this.#sureMs + (this.#parts.clock.monotonicUs() - this.#sureUs) / 1000);
  }
}

function isNear(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) <= JUMP_MS;
}
