import type { Clock } from '../base/clock';
import type { RequestSignature } from '../contract/signed-request';

/** How far the time of a signature may be from that of the server. */
const COUNTS_MS = 2 * 60_000;

/** Signatures that count: each in one request, and for a short time. */
export class UsedOnce {
  readonly #clock: Clock;
  /** When each arrived, the oldest first. */
  readonly #nonces = new Map<string, number>();
  /** A request is asked for again while its response stays open. */
  readonly #requests = new WeakSet<object>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the signature of a request counts for it. Call it only for one that is right: others cost no memory. */
  take({ at, nonce }: Pick<RequestSignature, 'at' | 'nonce'>, request: object): boolean {
    if (this.#requests.has(request)) return true;
    const now = this.#clock.now();
    this.#forget(now);
    if (Math.abs(now - at) > COUNTS_MS || this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, now);
    this.#requests.add(request);
    return true;
  }

  /** One that arrived early may count for twice as long. */
  #forget(now: number): void {
    for (const [nonce, arrived] of this.#nonces) {
      if (now - arrived <= 2 * COUNTS_MS) return;
      this.#nonces.delete(nonce);
    }
  }
}
