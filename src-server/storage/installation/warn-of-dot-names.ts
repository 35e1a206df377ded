import type { Log } from '../../base/log';
import type { Database } from '../database';
import { findDotNames } from './stored-dot-names';

/** Says what is stored under a name that is refused today, and how to get rid of it. */
export async function warnOfDotNames(db: Database, log: Log): Promise<void> {
  const found = await findDotNames(db);
  if (found.length === 0) return;
  log.warn(
    { found },
    'names "." and ".." are stored: a request with one in its path reaches something else. Use the id, or ~. and ~.. for an event type, to rename or remove them',
  );
}
