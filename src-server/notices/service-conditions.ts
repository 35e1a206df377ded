import { X509Certificate } from 'node:crypto';
import { toIsoTime } from '../base/clock';
import type { NoticeCondition } from '../storage/messages/notice-store';

/** What this server knows of itself. */
export interface ServiceSources {
  /** Null: there is no schedule. */
  readonly backup: () => { readonly next: number; readonly error: string | null } | null;
  /** PEM of the certificate in use. Null: it speaks plain http. */
  readonly certificate: () => string | null;
  /** Milliseconds since 1970. */
  readonly network: () => { readonly state: 'online' | 'offline'; readonly since: number };
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
    stands('service.backup', `one has been due since ${toIsoTime(backup.next)}`);
  const certificate = sources.certificate();
  if (certificate !== null) {
    const { validTo } = new X509Certificate(certificate);
    const endsAt = Date.parse(validTo);
    if (endsAt - now < CERTIFICATE_MS)
      stands('service.certificate', `it is valid until ${toIsoTime(endsAt)}`);
  }
  const { state, since } = sources.network();
  if (state === 'offline' && now - since >= OFFLINE_MS)
    stands('service.offline', `since ${toIsoTime(since)}`, since);
  return conditions;
}
