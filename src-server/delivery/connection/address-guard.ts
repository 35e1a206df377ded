/**
 * Decides which addresses a delivery may reach. The threat: anyone who can name a URL (any customer) could otherwise
 * make this machine connect to what only it can reach: its own services, the office network, the metadata service of a
 * cloud.
 *
 * Promises: only the bytes of an address count, never its spelling. The same rules apply when a URL is saved, tested
 * and delivered to. At connect time every response of the name service is checked, one refused response refuses them all (a
 * mix of public and private responses is an attack, not a setup), and the connection goes only to a checked address. No
 * connection is opened to a refused one.
 * Not promised: a URL that passed when it was saved may be refused later, once its name resolves elsewhere or consent
 * is withdrawn.
 *
 * Consent is given
 * - by network (`--allow-target`, or in the list of consents): to its addresses, whatever name resolves to them;
 * - by host (in the list of consents): to whatever that exact name resolves to, and to no other name;
 * - for loopback as a whole, while the operator works alone on this machine.
 * The list is read again for each check, so a consent given or withdrawn applies from the next one.
 */
import type { AddressClass } from '../../contract/target-consent';
import type { TargetConsentRecord } from '../../storage/installation/target-consent-store';
import {
  classifyAddress,
  contains,
  parseAddress,
  parseBlock,
  unmapBlock,
  withoutMapping,
} from './address-class';
import { plainHost } from './consent-target';

/** What customers see; it must not help them to explore a network. */
export const REFUSED_ADDRESS_TEXT = 'requests to this address are blocked';

export type UrlCheck =
  | {
      readonly ok: true;
      /** The URL as a parser writes it; stored and sent to in this form. */
      readonly url: string;
    }
  | {
      readonly ok: false;
      readonly kind: 'syntax' | 'scheme' | 'address';
      /** For anybody. */
      readonly reason: string;
      /** For the admin: with the address and its class. */
      readonly exactReason: string;
      /** For the admin: the kind of address refused. Null: the address was not the reason. */
      readonly addressClass: AddressClass | null;
    };

export type Vetting =
  | { readonly ok: true /** The ones that may be connected to. */; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      readonly exactReason: string;
      /** Null: there was no address, or it could not be read. */
      readonly addressClass: AddressClass | null;
    };

export interface AddressGuard {
  /** At save time: refuses what is known to be wrong without asking the name service. */
  checkUrl(url: string): UrlCheck;
  /**
   * At connect time: all addresses a name resolves to, or the one in the URL.
   * @param host the name that was resolved. Null: none, the address itself was given.
   */
  vet(addresses: readonly string[], host: string | null): Vetting;
}

interface AddressGuardOptions {
  /** Networks that may be reached although they are not public: `10.0.0.0/8`, `::1`. */
  readonly allowTargets: readonly string[];
  /** True lets every loopback address through. */
  readonly allowLoopback: boolean;
  /** The current consents; a new array after each change. None when absent. */
  readonly consents?: () => readonly Pick<TargetConsentRecord, 'kind' | 'target'>[];
}

/** What the rules and the consents of one moment say about an address. */
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
    // Every send asks twice about the same few addresses.
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
    // Every connection is checked again before reuse, nearly always with this result.
    if (addresses.length === 1 && judge(addresses[0] ?? '').allowed) return { ok: true, addresses };
    const isNamed = host !== null && consents().hosts.has(plainHost(host));
    const judged = addresses.map((address) => {
      const { allowed, addressClass } = judge(address);
      return { address, addressClass, allowed: allowed || (isNamed && addressClass !== null) };
    });
    const refused = judged.find(({ allowed }) => !allowed);
    const allowed = judged.filter((verdict) => verdict.allowed).map(({ address }) => address);
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

/** Parses the way everything downstream does; refuses what a parser would silently drop. */
function parseUrl(text: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what we look for
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
