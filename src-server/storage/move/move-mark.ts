/**
 * The mark of an installation that was moved: whoever started it again would send a second time what the other one
 * sends. It is a row among the settings, so that it needs no table and goes wherever the database is copied to.
 */
import { toIsoTime } from '../../base/clock';
import { PUT_SETTING } from '../put-setting';
import type { Transaction } from '../transaction';

/** Where an installation went. */
export interface MoveMark {
  /** The name of the target, without a password. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const NAME = 'movedTo';

/** The mark of a database. Null: it was not moved. */
export async function readMoveMark(rows: Pick<Transaction, 'get'>): Promise<MoveMark | null> {
  const row = await rows.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [NAME]);
  return row ? (JSON.parse(row.value) as MoveMark) : null;
}

export async function writeMoveMark(tx: Transaction, mark: MoveMark): Promise<void> {
  await tx.run(PUT_SETTING, [NAME, JSON.stringify(mark)]);
}

export async function removeMoveMark(tx: Transaction): Promise<void> {
  await tx.run('DELETE FROM setting WHERE name = ?', [NAME]);
}

/**
 * Refuses a database that was moved.
 * @param place its data folder, or its address without the password
 * @throws Error with a sentence for the user, which says where it went and how it is used again
 */
export async function assertNotMoved(rows: Pick<Transaction, 'get'>, place: string): Promise<void> {
  const mark = await readMoveMark(rows);
  if (!mark) return;
  throw new Error(
    `The installation in ${place} was moved to ${mark.to} on ${toIsoTime(mark.at).slice(0, 10)}. Start it there: here, it would send again what is sent there. If the one there is never started any more, "posthorn move --unmark ${place}" lets this one start.`,
  );
}
