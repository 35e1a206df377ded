import type { Clock } from '../../base/clock';
import { classifyAddress, parseAddress, withoutMapping } from '../connection/address-class';
import { outerAddresses } from '../connection/outer-addresses';

/** How far a request gets: 0 stays on this computer, 1 reaches networks around it, 2 the internet. */
export type Reach = 0 | 1 | 2;

/** How long the list of this computer's own addresses may be outdated. */
const KEPT_US = 1_000_000;
const LOCAL_NAME = /^(.*\.)?localhost\.?$/i;

/** Knows how far targets are from here, and whether this computer has any way out at all. */
export class ReachFinder {
  readonly #clock: Clock;
  readonly #known = new Map<string, Reach>();
  #own: ReadonlySet<string> = new Set();
  #readAtUs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** False: it has no address that another computer could answer to. */
  hasWayOut(): boolean {
    this.#read();
    return this.#own.size > 0;
  }

  /** @param address null: only a proxy knows it */
  of(address: string | null): Reach {
    if (address === null) return 2;
    this.#read();
    const known = this.#known.get(address) ?? this.#find(address);
    this.#known.set(address, known);
    return known;
  }

  /** @param host of a URL. A name may lead anywhere, unless it is one of this computer */
  isOutside(host: string): boolean {
    const address = host.replace(/^\[|\]$/g, '');
    if (parseAddress(address)) return this.of(address) > 0;
    return !LOCAL_NAME.test(host);
  }

  #find(address: string): Reach {
    const bytes = parseAddress(address);
    if (!bytes) return 2;
    const kind = classifyAddress(withoutMapping(bytes));
    if (kind === 'loopback' || this.#own.has(address.replace(/^::ffff:(?=\d+\.)/i, ''))) return 0;
    return kind === 'public' ? 2 : 1;
  }

  #read(): void {
    const nowUs = this.#clock.monotonicUs();
    if (nowUs - this.#readAtUs <= KEPT_US) return;
    this.#readAtUs = nowUs;
    this.#known.clear();
    this.#own = new Set(outerAddresses().map(({ address }) => address));
  }
}
