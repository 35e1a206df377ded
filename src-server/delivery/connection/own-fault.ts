import { classifyAddress, parseAddress } from './address-class';
import { errorCode } from './failure-message';
import { outerAddresses } from './outer-addresses';
import { shortageCode } from './resource-shortage';

/**
 * What this computer had no way to: `names`, its name service; `private`, an address of a network around it; `public`,
 * one of the internet.
 */
export type LostWay = 'names' | 'private' | 'public';

/**
 * What on this computer keeps requests from being answered. `shortage`: it has run out of something. `network`: it has
 * no way out, or so it seems from this one request; what other targets say decides, see `NetworkWatch`.
 */
export type OwnFault =
  | { readonly kind: 'shortage'; readonly code: string }
  | { readonly kind: 'network'; readonly code: string; readonly lost: LostWay };

/**
 * Errors of the way out of this computer. A host that is away (EHOSTUNREACH) or has no name (ENOTFOUND) is none.
 * EADDRNOTAVAIL is one where it is no shortage of ports: there is no interface of that family at all.
 */
const NO_WAY = new Set(['ENETUNREACH', 'ENETDOWN', 'ENONET', 'EADDRNOTAVAIL']);

/** The error that a request met. */
interface RequestError {
  readonly address?: unknown;
  /** The errors of the single addresses of a name. */
  readonly errors?: unknown;
}

/**
 * The one place that tells errors of this computer from those of a receiver. What it returns here counts for no
 * receiver: the delivery waits, and no attempt is recorded.
 * @param error what a request met; for a failure of the proxy, what the proxy's connection met
 * @returns null: the receiver's, or that of the way to it
 */
export function ownFault(error: unknown): OwnFault | null {
  const code = shortageCode(error);
  return code === null ? networkFault(error) : { kind: 'shortage', code };
}

function networkFault(error: unknown): OwnFault | null {
  const { address, errors } = (error ?? {}) as RequestError;
  if (Array.isArray(errors)) return faultOfAll(errors);
  const code = errorCode(error);
  if (code === 'EAI_AGAIN') return { kind: 'network', code, lost: 'names' };
  if (code === null || !NO_WAY.has(code)) return null;
  const host = typeof address === 'string' ? address : '';
  // A receiver with IPv6 only, where there is a network, but without IPv6.
  if (host.includes(':') && speaksOnlyIPv4()) return null;
  return { kind: 'network', code, lost: lostWayTo(host) };
}

/** A name with several addresses: ours only if no address has a fault of its own. */
function faultOfAll(errors: readonly unknown[]): OwnFault | null {
  const spoken = speaksOnlyIPv4() ? errors.filter((error) => !isOfIPv6(error)) : errors;
  const faults = spoken.map(networkFault);
  return faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null;
}

function isOfIPv6(error: unknown): boolean {
  const { address } = (error ?? {}) as RequestError;
  return String(address).includes(':');
}

/** The way to an address. @param address null: it is not known */
export function lostWayTo(address: string | null): LostWay {
  const bytes = parseAddress(address ?? '');
  return bytes !== null && classifyAddress(bytes) !== 'public' ? 'private' : 'public';
}

/** True where there is a network, and no address of it can speak IPv6 beyond the link. */
function speaksOnlyIPv4(): boolean {
  const outer = outerAddresses();
  return outer.length > 0 && outer.every(({ family }) => family === 'IPv4');
}
