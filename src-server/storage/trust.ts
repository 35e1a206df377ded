import type { Clock } from '../base/clock';

/** How much further the wall clock may have come than the monotonic one; a correction by a time server stays below. */
const OUTRUN_MS = 1_000;

/** Both clocks at one moment. */
export interface Moment {
  readonly us: number;
  readonly ms: number;
}

/**
 * For how long a node may take its slots for its own after a beat, or a server its data folder after a look. It ends
 * before any other one, whatever its clocks show, can have watched that beat for a whole lease: its time began before the
 * beat was asked for, and is shorter.
 */
export class Trust {
  readonly #clock: Clock;
  readonly #lengthMs: number;
  #since: Moment | null = null;

  constructor(clock: Clock, lengthMs: number) {
    this.#clock = clock;
    this.#lengthMs = lengthMs;
  }

  /** To be read before a beat is asked for. */
  moment(): Moment {
    return { us: this.#clock.monotonicUs(), ms: this.#clock.now() };
  }

  /** The beat that was asked for at that moment has been answered. */
  renew(moment: Moment): void {
    this.#since = moment;
  }

  end(): void {
    this.#since = null;
  }

  /** Asked for each send, so it only reads the clocks. */
  holds(): boolean {
    if (this.#since === null) return false;
    const passedMs = (this.#clock.monotonicUs() - this.#since.us) / 1000;
    // A machine that slept may not have counted it on the monotonic clock.
    const wallMs = this.#clock.now() - this.#since.ms;
    const holds = passedMs < this.#lengthMs && wallMs < this.#lengthMs && wallMs - passedMs < OUTRUN_MS;
    if (!holds) this.end(); // a clock that is set back must not bring it back
    return holds;
  }
}

/** How long a server trusts that it owns its data folder after it has looked. */
export const OWNER_TRUST_MS = 3500;
/** How long another one leaves it the time to look, before it takes over. The difference is the margin. */
export const TAKE_OVER_MS = 5000;

/** How long a node trusts its slots after a beat that others watch for a whole lease. The rest is the margin. */
export function trustMs(leaseMs: number): number {
  return leaseMs * 0.75;
}
