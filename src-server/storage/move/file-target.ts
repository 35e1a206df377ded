import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Clock } from '../../base/clock';
import { databasePath } from '../files/database-path';
import { describeFile } from '../files/describe-file';
import { lockFolder } from '../files/folder-lock';
import { putInPlace } from '../files/restore';
import { stagedBackup } from '../files/staged-restore';
import { syncFile } from '../files/sync-file';
import { tightenFolder } from '../files/tighten-folder';
import { migrations } from '../sqlite/migrate';
import { Connection } from '../sqlite/sqlite-connection';
import { assertEmpty } from './assert-empty';
import { FileCopy } from './file-copy';
import type { MoveTarget } from './move-sides';
import type { MovedTable } from './moved-table';

/**
 * Holds a data folder without content, and creates it if needed. The copy is a file of its own until it is complete.
 * @param isTried only tells whether it could be used: nothing is created
 * @throws Error with a sentence for the user when it cannot be used; then nothing is held
 */
export async function openFileTarget(
  folder: string,
  tables: readonly MovedTable[],
  { clock, isTried }: { readonly clock: Clock; readonly isTried: boolean },
): Promise<MoveTarget> {
  const arriving = `${databasePath(folder)}.arriving`;
  const nothing = { name: folder, begin: () => Promise.reject(new Error('it was only tried')) };
  if (isTried && !existsSync(folder)) return { ...nothing, close: async () => undefined };
  if (!isTried) await tightenFolder(folder);
  const lock = await lockFolder(folder, clock);
  try {
    await assertFolderEmpty(folder, tables);
    if (isTried) return { ...nothing, close: () => lock.release() };
    await removeFile(arriving); // of a move that was ended hard
    return targetOf(folder, arriving, { clock, lock });
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

function targetOf(
  folder: string,
  arriving: string,
  { clock, lock }: { readonly clock: Clock; readonly lock: { release(): Promise<void> } },
): MoveTarget {
  let connection: Connection | null = null;
  const end = async () => {
    await connection?.close();
    connection = null;
  };
  return {
    name: folder,
    async begin(tables) {
      await (await open(arriving, 'wx', 0o600)).close();
      connection = await openNewFile(arriving);
      return new FileCopy(connection, tables, {
        async prepare() {
          await end();
          await describeFile(arriving);
          await syncFile(arriving);
        },
        async complete() {
          try {
            await putInPlace(folder, arriving, clock.now());
            return 'done';
          } catch (cause) {
            // It has its name, and may lose it in a power failure.
            if (!existsSync(arriving)) return 'unknown';
            throw cause;
          }
        },
      });
    },
    async close() {
      await end();
      await removeFile(arriving);
      await lock.release();
    },
  };
}

/** Nothing protects it from a crash: a file that is not complete is removed. */
async function openNewFile(path: string): Promise<Connection> {
  const connection = await Connection.open(path, 'write');
  await connection.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  for (const { version, sql } of migrations) {
    await connection.exec(sql);
    await connection.exec(`PRAGMA user_version = ${version}`);
  }
  return connection;
}

async function assertFolderEmpty(folder: string, tables: readonly MovedTable[]): Promise<void> {
  if ((await stagedBackup(folder)) !== null)
    throw new Error(
      `A backup takes the place of the database in ${folder} at the next start. Choose an empty place.`,
    );
  const path = databasePath(folder);
  if (!existsSync(path)) return;
  const connection = await Connection.open(path, 'read');
  try {
    const there = await tableNames(connection).catch((cause: Error) => {
      throw new Error(`The database ${path} cannot be read: ${cause.message}. Choose an empty place.`, {
        cause,
      });
    });
    const known = tables.filter(({ name }) => there.has(name));
    await assertEmpty(connection, known, folder);
  } finally {
    await connection.close();
  }
}

async function tableNames(connection: Connection): Promise<ReadonlySet<string>> {
  const found = await connection.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  return new Set(found.map(({ name }) => name));
}

async function removeFile(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${path}${suffix}`, { force: true });
}
