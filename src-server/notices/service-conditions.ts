import { X509Certificate } from 'node:crypto';
import type { NoticeCondition } from '../storage/messages/notice-store';
import type { NodeRow } from '../storage/node-table';
import { timeOf } from './notice-time';

/** What this server knows of itself. */
export interface ServiceSources {
  /** Null: there is no schedule. */
  readonly backup: () => { readonly next: number; readonly error: string | null } | null;
  /** PEM of the certificate in use. Null: it speaks plain http. */
  readonly certificate: () => string | null;
  /** Milliseconds since 1970. */
  readonly network: () => { readonly state: 'online' | 'offline'; readonly since: number };
  /** Nodes that ended without leaving, as long as that is on record. */
  readonly deadNodes: () => readonly Pick<NodeRow, 'id' | 'address' | 'diedAt'>[];
}

const MINUTE_MS = 60_000;
/** How long the network is gone before it is worth a word. */
const OFFLINE_MS = 10 * MINUTE_MS;
/** How long a backup may be due: it takes a while, and is tried again within a quarter of an hour. */
const BACKUP_LATE_MS = 30 * MINUTE_MS;
const CERTIFICATE_MS = 14 * 24 * 60 * MINUTE_MS;

/** What a person should know of the service itself, as it is now. */
export function serviceConditions(sources: ServiceSources, now: number): NoticeCondition[] {
  const conditions: NoticeCondition[] = [];
  const stands = (kind: NoticeCondition['kind'], detail: string, since = now) =>
    conditions.push({ kind, subject: '', facts: { detail, since }, since });
  const backup = sources.backup();
  if (backup?.error) stands('service.backup', backup.error.replace(/[.]$/, ''));
  else if (backup && now - backup.next > BACKUP_LATE_MS)
    stands('service.backup', `due since ${timeOf(backup.next)}`);
  const certificate = sources.certificate();
  if (certificate !== null) {
    const { validTo } = new X509Certificate(certificate);
    const endsAt = Date.parse(validTo);
    if (endsAt - now < CERTIFICATE_MS) stands('service.certificate', `valid until ${timeOf(endsAt)}`);
  }
  const { state, since } = sources.network();
  if (state === 'offline' && now - since >= OFFLINE_MS)
    stands('service.offline', `offline since ${timeOf(since)}`, since);
  for (const { id, address, diedAt } of sources.deadNodes()) {
    const at = diedAt ?? now;
    conditions.push({
      kind: 'service.restarted',
      subject: id,
      facts: { host: address, since: at },
      since: at,
    });
  }
  return conditions;
}
