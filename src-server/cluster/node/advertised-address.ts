import { isAnyAddress } from '../../host-names';

/**
 * Where other nodes reach this one.
 * @param given what the operator says; null: nothing
 * @param listens `http://host:port` as it listens
 * @param hostname the name of this machine, for a server that listens on all of its addresses
 */
export function advertisedAddress(given: string | null, listens: string, hostname: string): string {
  if (given !== null) return given;
  const url = new URL(listens);
  return isAnyAddress(url.hostname.replace(/^\[|\]$/g, ''))
    ? `${url.protocol}//${hostname}:${url.port}`
    : listens;
}
