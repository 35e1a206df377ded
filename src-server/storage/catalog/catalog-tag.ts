import { createHash } from 'node:crypto';
import type { Database } from '../database';
import { readFlagSets } from './flag-set-store';

const NEWEST_CHANGE = 'SELECT id, created_at AS at FROM event_type_version ORDER BY id DESC LIMIT 1';

/** Distinguishes the state of the whole catalog, with its flag sets, from all others; of a write, within it. */
export async function readCatalogTag(from: Pick<Database, 'all' | 'get'>): Promise<string> {
  const newest = await from.get<{ id: number; at: number }>(NEWEST_CHANGE);
  const sets = await readFlagSets(from);
  // The time tells databases apart, such as one restored from a backup and edited again.
  const ofTypes = newest ? `catalog-${newest.id}-${newest.at.toString(36)}` : 'catalog-0';
  if (sets.length === 0) return ofTypes;
  const ofSets = createHash('sha256').update(JSON.stringify(sets)).digest('base64url').slice(0, 12);
  return `${ofTypes}-${ofSets}`;
}
