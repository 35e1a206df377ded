import { existsSync } from 'node:fs';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { databasePath } from '../files/database-path';
import { lockFolder } from '../files/folder-lock';
import { dismissFolderOwner } from '../files/folder-owner';
import { assertFileFitsLog } from '../files/log-check';
import { openData } from '../files/open-data';
import { stagedBackup } from '../files/staged-restore';
import { migrations } from '../sqlite/migrate';
import { Connection } from '../sqlite/sqlite-connection';
import type { MoveSource } from './move-sides';

/**
 * Holds the data folder of a stopped server, and opens its database.
 * @throws Error with a sentence for the user when it cannot be moved; then nothing is changed or held
 */
export async function openFileSource(folder: string, clock: Clock, log: Log): Promise<MoveSource> {
  const path = databasePath(folder);
  if (!existsSync(path)) throw new Error(`There is no Posthorn database in ${folder}.`);
  const lock = await lockFolder(folder, clock);
  try {
    if ((await stagedBackup(folder)) !== null)
      throw new Error(
        `A backup takes the place of the database in ${folder} at the next start. Start it once, and stop it.`,
      );
    await assertFileFitsLog(path);
    await assertVersion(path, folder);
    const { db, close } = await openData(folder, log);
    // A server that stood still all the while, and whose lock file was deleted, must not send once it goes on.
    await db.write(dismissFolderOwner);
    const snapshot = await db.openSnapshot().catch(async (cause: unknown) => {
      await close(clock.now());
      throw cause;
    });
    return {
      name: folder,
      dialect: db.dialect,
      rows: snapshot,
      async lastNumber({ name, numbered }) {
        const sql = numbered === 'place' ? `SELECT max(rowid) AS last FROM "${name}"` : LAST_NUMBER;
        const row = await snapshot.get<{ last: number | null }>(sql, numbered === 'place' ? [] : [name]);
        return row?.last ?? 0;
      },
      assertHeld: () => undefined, // the system drops the lock with this process, and not before
      write: (work) => db.write(work),
      async close() {
        await snapshot.close();
        await close(clock.now());
        await lock.release();
      },
    };
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

const LAST_NUMBER = 'SELECT seq AS last FROM sqlite_sequence WHERE name = ?';

/** @throws Error unless its tables are those of this program: a move changes nothing in its source but the mark */
async function assertVersion(path: string, folder: string): Promise<void> {
  const connection = await Connection.open(path, 'read');
  try {
    const version =
      (await connection.get<{ user_version: number }>('PRAGMA user_version'))?.user_version ?? 0;
    assertSameVersion(version, migrations.at(-1)?.version ?? 0, folder);
  } finally {
    await connection.close();
  }
}

/** @throws Error with a sentence for the user unless the tables of a source are those of this program */
export function assertSameVersion(version: number, known: number, place: string): void {
  if (version > known)
    throw new Error(
      `The database in ${place} was written by a newer Posthorn (version ${version}; this one knows ${known}). Update Posthorn first.`,
    );
  if (version < known)
    throw new Error(
      `The database in ${place} is from an older Posthorn (version ${version}; this one knows ${known}). Start it once with this one, which updates it, and stop it.`,
    );
}
