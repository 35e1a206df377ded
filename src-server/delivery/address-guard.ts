/**
 * Decides which addresses a delivery may reach. The threat: whoever can name a URL (any customer) could
 * otherwise make this machine knock at doors only it can reach: its own services, the office network, the
 * metadata service of a cloud.
 *
 * Promises: the bytes of an address decide, never its spelling. The same rules hold when a URL is saved, tested
 * and delivered to. At connect time every answer of the name service is checked, one refused answer refuses all
 * (a mix of public and private answers is an attack, not a setup), and the connection goes to a checked address
 * and no other. No connection is opened to a refused one.
 * Not promised: a URL that passed when it was saved may be refused later, when its name leads elsewhere.
 *
 * Consent is given by network (`--allow-target`), or for loopback as a whole while the operator works alone on
 * this machine.
 */
import {
  type AddressClass,
  type Block,
  classifyAddress,
  contains,
  parseAddress,
  parseBlock,
  withoutMapping,
} from './address-class';

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
      /** For the admin: with the address and its kind. */
      readonly exactReason: string;
    };

export type Vetting =
  | { readonly ok: true /** Those that may be connected to. */; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly exactReason: string };

export interface AddressGuard {
  /** For save time: refuses what can be known to be wrong without asking the name service. */
  checkUrl(url: string): UrlCheck;
  /** For connect time: all addresses a name stands for, or the one a URL names. */
  vet(addresses: readonly string[]): Vetting;
}

export interface AddressGuardOptions {
  /** Networks that may be reached although they are not public: `10.0.0.0/8`, `::1`. */
  readonly allowTargets: readonly string[];
  /** True lets every loopback address through. */
  readonly allowLoopback: boolean;
}

const LOOPBACK_NAME = /^(.*\.)?localhost\.?$/i;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** @throws RangeError when one of `allowTargets` is no network */
export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const consented = options.allowTargets.map(parseBlock).map(unmapBlock);

  function kindOf(address: string): { allowed: boolean; kind: AddressClass | 'unreadable' } {
    const parsed = parseAddress(address);
    if (!parsed) return { allowed: false, kind: 'unreadable' };
    const bytes = withoutMapping(parsed);
    const kind = classifyAddress(bytes);
    const allowed =
      kind === 'public' ||
      (kind === 'loopback' && options.allowLoopback) ||
      consented.some((block) => contains(block, bytes));
    return { allowed, kind };
  }

  function vet(addresses: readonly string[]): Vetting {
    const judged = addresses.map((address) => ({ address, ...kindOf(address) }));
    const refused = judged.find(({ allowed }) => !allowed);
    const allowed = judged.filter((one) => one.allowed).map(({ address }) => address);
    // "localhost" has an address in each family; consent to one is enough, since both are this machine.
    const allLoopback = judged.every(({ kind }) => kind === 'loopback');
    if (allowed.length > 0 && (!refused || allLoopback)) return { ok: true, addresses: allowed };
    if (!refused) return { ok: false, exactReason: 'the name has no address' };
    return { ok: false, exactReason: `${refused.address} is ${describe(refused.kind)}` };
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
      const vetting = known && vet(known);
      if (vetting && !vetting.ok) return refuse('address', REFUSED_ADDRESS_TEXT, vetting.exactReason);
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

function refuse(kind: 'syntax' | 'scheme' | 'address', reason: string, exactReason = reason): UrlCheck {
  return { ok: false, kind, reason, exactReason };
}

/** `::ffff:10.0.0.0/104` means 10.0.0.0/8, since mapped addresses are judged as what they stand for. */
function unmapBlock(block: Block): Block {
  const bytes = withoutMapping(block.bytes);
  return bytes.length === block.bytes.length || block.bits < 96 ? block : { bytes, bits: block.bits - 96 };
}

function describe(kind: AddressClass | 'unreadable'): string {
  return kind === 'unreadable' ? 'not an address' : `a ${kind} address`;
}
