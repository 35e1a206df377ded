import { type AddressClass, REFUSED_TARGET_TYPE } from '../../../../src-server/contract/target-consent';
import type { ApiFailure } from '../../../api/api-failure';

/** Kinds of addresses where a receiver may legitimately be. */
const SENSIBLE: readonly string[] = ['loopback', 'private', 'link-local', 'shared'] satisfies AddressClass[];

/**
 * The host that was refused when an endpoint was saved, if consent would help; null for any other failure.
 * @param url the URL that was sent
 */
export function refusedTarget(error: ApiFailure | null, url: string): string | null {
  const item = error?.items.find(({ loc }) => loc[0] === 'body' && loc[1] === 'url');
  if (!item?.type?.startsWith(REFUSED_TARGET_TYPE)) return null;
  if (!SENSIBLE.includes(item.type.slice(REFUSED_TARGET_TYPE.length))) return null;
  return URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, '$1') || null;
}
