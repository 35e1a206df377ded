import type { Principal } from '../../access/principal';

/** What a portal never shows of an application: the sender's own notes about it. */
interface Noted {
  readonly uid: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A record as this principal may see it: to a share link without what no frame shows. */
export function shownTo<T extends Noted>(principal: Principal, record: T): T {
  return principal.kind === 'share' ? { ...record, uid: null, metadata: {} } : record;
}
