/**
 * Decides whose fault a failure is that may be the receiver's or that of the network here: a name that is not found, a
 * certificate that does not fit, a host that is away, a redirect to somewhere else. One that fails alone is at fault
 * itself. Three that were not failing before, fail alike, and none outside of this computer answers: then we are.
 *
 * While other requests are on their way, a failure is held for a moment: those of a network that is gone come together,
 * and the first two must not count either.
 */
import type { Clock, Timer } from '../../base/clock';

/** A failure that may be ours. */
interface DoubtfulFailure {
  readonly host: string;
  /** What is alike in failures with the same cause. */
  readonly likeness: string;
  /** True: its endpoint was failing before. Then it says nothing about the network. */
  readonly isOld: boolean;
}

/** Called once: true, if it is ours. */
type Decide = (isOurs: boolean) => void;

const HOSTS_ENOUGH = 3;
const HELD_MS = 2000;
/** How far apart failures may be to count as alike. */
const ALIKE_WITHIN_US = 300_000_000;
const MOST_KEPT = 100;

export class AlikeFailures {
  readonly #clock: Clock;
  /** By host, the oldest first. */
  readonly #met = new Map<string, { readonly likeness: string; readonly atUs: number }>();
  readonly #held = new Map<Decide, { readonly likeness: string; readonly timer: Timer }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param hosts those outside that have no way at the moment, and those with a request on its way
   * @param decide called now or within two seconds
   */
  take(
    failure: DoubtfulFailure,
    hosts: { readonly lost: Iterable<string>; readonly busy: Iterable<string> },
    decide: Decide,
  ): void {
    const { host, likeness, isOld } = failure;
    const nowUs = this.#clock.monotonicUs();
    if (!isOld) {
      this.#met.delete(host);
      this.#met.set(host, { likeness, atUs: nowUs });
    }
    for (const [other, { atUs }] of this.#met) {
      if (nowUs - atUs <= ALIKE_WITHIN_US && this.#met.size <= MOST_KEPT) break;
      this.#met.delete(other);
    }
    if (this.#isEnough(likeness, hosts.lost)) {
      for (const [other, held] of this.#held) if (held.likeness === likeness) this.#end(other, true);
      decide(true);
    } else if (isOld || !hasAnother(hosts.busy, host)) decide(false);
    else {
      const timer = this.#clock.setTimer(HELD_MS, () => this.#end(decide, false));
      this.#held.set(decide, { likeness, timer });
    }
  }

  /** A target outside of this computer has answered. */
  reached(): void {
    this.#met.clear();
    for (const decide of this.#held.keys()) this.#end(decide, false);
  }

  /** Nobody can tell any more: what is held counts for nobody. */
  stop(): void {
    for (const decide of this.#held.keys()) this.#end(decide, true);
  }

  #isEnough(likeness: string, lost: Iterable<string>): boolean {
    const hosts = new Set<string>();
    for (const [host, met] of this.#met) if (met.likeness === likeness) hosts.add(host);
    for (const host of lost) {
      if (hosts.size >= HOSTS_ENOUGH) break;
      hosts.add(host);
    }
    return hosts.size >= HOSTS_ENOUGH;
  }

  #end(decide: Decide, isOurs: boolean): void {
    this.#held.get(decide)?.timer.cancel();
    this.#held.delete(decide);
    decide(isOurs);
  }
}

function hasAnother(hosts: Iterable<string>, host: string): boolean {
  for (const other of hosts) if (other !== host) return true;
  return false;
}
