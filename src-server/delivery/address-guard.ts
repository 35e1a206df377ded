/**
 * Decides which addresses a delivery may reach. The threat: whoever can name a URL (any customer) could
 * otherwise make this machine knock at doors only it can reach: its own services, the office network, the
 * metadata service of a cloud.
 *
 * Promises: the bytes of an address decide, never its spelling. The same rules hold when a URL is saved, tested
 * and delivered to. At connect time every answer of the name service is checked, one refused answer refuses all
 * (a mix of public and private answers is an attack, not a setup), and the connection goes to a checked address
 * and no other. No connection is opened to a refused one.
 * Not promised: a URL that passed when it was saved may be refused later, when its name leads elsewhere or consent
 * is taken back.
 *
 * Consent is given
 * - by network (`--allow-target`, or in the list of consents): to its addresses, by whatever name they are found;
 * - by host (in the list of consents): to whatever that exact name leads to, and to no other name;
 * - for loopback as a whole, while the operator works alone on this machine.
 * The list is asked anew at each judgement, so a consent that is given or taken back counts from the next one.
 */
import type { AddressClass } from '../contract/target-consent';
import type { TargetConsentRecord } from '../storage/target-consent-store';
import {
  classifyAddress,
  contains,
  parseAddress,
  parseBlock,
  unmapBlock,
  withoutMapping,
} from './address-class';
import { plainHost } from './consent-target';

/** What customers are told; it must not help them to explore a network. */
export const REFUSED_ADDRESS_TEXT = 'requests to this address are blocked';

export type UrlCheck =
  | {
      readonly ok: true;
      /** The URL as a parser writes it; what is stored and what is sent to. */
      readonly url: string;
    }
  | {
      readonly ok: false;
      readonly kind: 'syntax' | 'scheme' | 'address';
      /** For anybody. */
      readonly reason: string;
      /** For the admin: with the address and its class. */
      readonly exactReason: string;
      /** For the admin: what kind of address was refused. Null: it was not about the address. */
      readonly addressClass: AddressClass | null;
    };

export type Vetting =
  | { readonly ok: true /** Those that may be connected to. */; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      readonly exactReason: string;
      /** Null: there was no address, or it could not be read. */
      readonly addressClass: AddressClass | null;
    };

export interface AddressGuard {
  /** For save time: refuses what can be known to be wrong without asking the name service. */
  checkUrl(url: string): UrlCheck;
  /**
   * For connect time: all addresses a name stands for, or the one a URL names.
   * @param host the name they were found by. Null: there is none, the address itself was given.
   */
  vet(addresses: readonly string[], host: string | null): Vetting;
}

export interface AddressGuardOptions {
  /** Networks that may be reached although they are not public: `10.0.0.0/8`, `::1`. */
  readonly allowTargets: readonly string[];
  /** True lets every loopback address through. */
  readonly allowLoopback: boolean;
  /** The consents as they are now; another array after each change. None when absent. */
  readonly consents?: () => readonly Pick<TargetConsentRecord, 'kind' | 'target'>[];
}

/** What the rules and consents of one moment say about an address. */
interface Verdict {
  readonly allowed: boolean;
  /** Null: it could not be read. */
  readonly addressClass: AddressClass | null;
}

/** Addresses whose verdict is remembered until a consent changes. */
const VERDICTS_KEPT = 4096;
const LOOPBACK_NAME = /^(.*\.)?localhost\.?$/i;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** @throws RangeError when one of `allowTargets` is no network */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const always = options.allowTargets.map(parseBlock).map(unmapBlock);
  const consents = readingConsents(options.consents ?? (() => []));

  function judge(address: string): Verdict {
    // The same few addresses are asked about twice with every send.
    const { verdicts } = consents();
    const known = verdicts.get(address);
    if (known) return known;
    if (verdicts.size >= VERDICTS_KEPT) verdicts.clear();
    const verdict = judgeAnew(address);
    verdicts.set(address, verdict);
    return verdict;
  }

  function judgeAnew(address: string): Verdict {
    const parsed = parseAddress(address);
    if (!parsed) return { allowed: false, addressClass: null };
    const bytes = withoutMapping(parsed);
    const addressClass = classifyAddress(bytes);
    const allowed =
      addressClass === 'public' ||
      (addressClass === 'loopback' && options.allowLoopback) ||
      [...always, ...consents().networks].some((block) => contains(block, bytes));
    return { allowed, addressClass };
  }

  function vet(addresses: readonly string[], host: string | null): Vetting {
    // Every connection is judged again before it is used again, nearly always with this answer.
    if (addresses.length === 1 && judge(addresses[0] ?? '').allowed) return { ok: true, addresses };
    const isNamed = host !== null && consents().hosts.has(plainHost(host));
    const judged = addresses.map((address) => {
      const { allowed, addressClass } = judge(address);
      return { address, addressClass, allowed: allowed || (isNamed && addressClass !== null) };
    });
    const refused = judged.find(({ allowed }) => !allowed);
    const allowed = judged.filter((one) => one.allowed).map(({ address }) => address);
    // "localhost" has an address in each family; consent to one is enough, since both are this machine.
    const allLoopback = judged.every(({ addressClass }) => addressClass === 'loopback');
    if (allowed.length > 0 && (!refused || allLoopback)) return { ok: true, addresses: allowed };
    if (!refused) return { ok: false, exactReason: 'the name has no address', addressClass: null };
    const { address, addressClass } = refused;
    return { ok: false, exactReason: `${address} is ${describe(addressClass)}`, addressClass };
  }

  return {
    vet,
    checkUrl(text) {
      const url = parseUrl(text);
      if (!url) return refuse('syntax', 'must be a complete URL like https://example.com/hook');
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        return refuse('scheme', 'must start with http:// or https://');
      }
      const literal = parseAddress(url.hostname) ? [url.hostname.replace(/^\[(.*)\]$/, '$1')] : null;
      const known = literal ?? (LOOPBACK_NAME.test(url.hostname) ? LOOPBACK_ADDRESSES : null);
      const vetting = known && vet(known, literal ? null : url.hostname);
      if (vetting && !vetting.ok) return { ...vetting, kind: 'address', reason: REFUSED_ADDRESS_TEXT };
      return { ok: true, url: url.href };
    },
  };
}

/** Parses like everything that comes later does; refuses what a parser would silently leave out. */
function parseUrl(text: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are looked for
  if (/[\u0000-\u0020\u007f]/.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function refuse(kind: 'syntax' | 'scheme', reason: string): UrlCheck {
  return { ok: false, kind, reason, exactReason: reason, addressClass: null };
}

function describe(addressClass: AddressClass | null): string {
  if (addressClass === null) return 'not an address';
  return `${addressClass === 'unspecified' ? 'an' : 'a'} ${addressClass} address`;
}

/** Reads the list once per change, not once per address. */
function readingConsents(list: NonNullable<AddressGuardOptions['consents']>) {
  const read = (records: ReturnType<typeof list>) => ({
    records,
    networks: records.filter(({ kind }) => kind === 'network').map(({ target }) => parseBlock(target)),
    hosts: new Set(records.filter(({ kind }) => kind === 'host').map(({ target }) => target)),
    verdicts: new Map<string, Verdict>(),
  });
  let latest = read([]);
  return () => {
    const records = list();
    if (records !== latest.records) latest = read(records);
    return latest;
  };
}
