import type { Database } from '../database';
import { openNewestRead } from '../installation/newest-read';

/** What is said about a deprecated event type. */
export interface Deprecation {
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** Until when its messages are promised, RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
}

/** The deprecated event types, in memory: whoever sends looks for each message, and mostly there is none. */
export interface DeprecationStore {
  find(eventType: string): Deprecation | undefined;
  /** Reads them again after the catalog has changed. */
  reload(): Promise<void>;
  /** While they are read again: settles when that is done, and never rejects. Null: they are as new as the catalog. */
  pending(): Promise<void> | null;
}

const SELECT = `
  SELECT name, coalesce(deprecated_at, updated_at) AS since, sunset_at AS "sunsetAt" FROM event_type
  WHERE deprecated = 1`;

export async function openDeprecationStore(db: Database): Promise<DeprecationStore> {
  const all = await openNewestRead<ReadonlyMap<string, Deprecation>>(async () => {
    const rows = await db.all<Deprecation & { readonly name: string }>(SELECT);
    return new Map(rows.map(({ name, since, sunsetAt }) => [name, { since, sunsetAt }]));
  });
  let pending: Promise<void> | null = null;
  return {
    find: (eventType) => all.current().get(eventType),
    reload() {
      // One after the other: a slow read must not undo what a later one found.
      const reading = (pending ?? Promise.resolve()).then(() => all.reload());
      const settled = reading
        .catch(() => undefined)
        .then(() => {
          if (pending === settled) pending = null;
        });
      pending = settled;
      return reading;
    },
    pending: () => pending,
  };
}
