import type { Database } from './database';

const NEWEST_CHANGE = 'SELECT id, created_at AS at FROM event_type_version ORDER BY id DESC LIMIT 1';

/** Distinguishes the state of the whole catalog from all others; of a write, within it. */
export async function readCatalogTag(from: Pick<Database, 'get'>): Promise<string> {
  const newest = await from.get<{ id: number; at: number }>(NEWEST_CHANGE);
  // The time tells databases apart, such as one restored from a backup and edited again.
  return newest ? `catalog-${newest.id}-${newest.at.toString(36)}` : 'catalog-0';
}
