import { ID_LENGTH, timeOfId } from '../contract/time-of-id';
import type { Database } from './database';
import { CLOCK_STEP_MS } from './timeline';

const NEWEST_MESSAGE = 'SELECT id FROM message ORDER BY id DESC LIMIT 1';
const NEWEST_POLLER = 'SELECT id FROM polling_endpoint ORDER BY id DESC LIMIT 1';
const MADE_HERE = new RegExp(`_[0-9A-Za-z]{${ID_LENGTH}}$`);

/**
 * The newest id after which a poll may go on: one of a message, or of a polling endpoint. Null: there is none, or it is
 * so far ahead that the clock was wrong then; new ids that went on from there would be wrong for as long.
 * @param now milliseconds since 1970
 */
export async function readNewestId(db: Database, now: number): Promise<string | null> {
  const rows = await Promise.all([NEWEST_MESSAGE, NEWEST_POLLER].map((sql) => db.get<{ id: string }>(sql)));
  const known = rows.flatMap((row) => (row && MADE_HERE.test(row.id) ? [row.id.slice(-ID_LENGTH)] : []));
  const newest = known.sort().at(-1);
  return newest !== undefined && timeOfId(newest) <= now + CLOCK_STEP_MS ? newest : null;
}
