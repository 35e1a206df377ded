/**
 * Which lock file the server of a database holds, said in the database itself: there it cannot be deleted without the
 * database. Whoever holds that very file knows that no other server lives; any other file proves nothing, because the
 * right one may have been deleted under a living server. It is a row among the settings, as the mark of a move is.
 *
 * The number of the database file is part of it: in a copy, which has another, it says nothing.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PUT_SETTING } from '../put-setting';
import { Connection } from '../sqlite/sqlite-connection';
import type { Transaction } from '../transaction';

const NAME = 'folderOwner';

/** What the row of a server says: the numbers of the lock file that it holds and of its database file. */
export async function ownerOf(path: string, lockInode: bigint): Promise<string> {
  return `${lockInode} ${(await stat(path, { bigint: true })).ino}`;
}

/** The same server with another lock file. */
export const withLock = (owner: string, lockInode: bigint): string =>
  owner.replace(/^\d+/, String(lockInode));

/** The row. Null: its server was stopped, or never started. */
export async function readFolderOwner(rows: Pick<Transaction, 'get'>): Promise<string | null> {
  const row = await rows.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [NAME]);
  return row ? (JSON.parse(row.value) as string) : null;
}

/** Makes a server the owner, whoever was it before. */
export async function writeFolderOwner(tx: Transaction, owner: string): Promise<void> {
  await tx.run(PUT_SETTING, [NAME, JSON.stringify(owner)]);
}

/** The owner holds another lock file from now on. @returns false, with nothing changed: the owner is another one */
export async function renewFolderOwner(tx: Transaction, before: string, owner: string): Promise<boolean> {
  const { changes } = await tx.run('UPDATE setting SET value = ? WHERE name = ? AND value = ?', [
    JSON.stringify(owner),
    NAME,
    JSON.stringify(before),
  ]);
  return changes === 1;
}

/** The owner stops. Another one stays. */
export async function removeFolderOwner(tx: Transaction, owner: string): Promise<void> {
  await tx.run('DELETE FROM setting WHERE name = ? AND value = ?', [NAME, JSON.stringify(owner)]);
}

/** Whoever was the owner is it no more. For the holder of the lock. */
export async function dismissFolderOwner(tx: Transaction): Promise<void> {
  await tx.run('DELETE FROM setting WHERE name = ?', [NAME]);
}

/**
 * Whether a server may live that has this very database open, and holds another lock file than this one. The database
 * may be missing, damaged or of another version: whoever opens it next says so. Changes nothing.
 */
export async function mayHaveOtherOwner(path: string, lockInode: bigint): Promise<boolean> {
  try {
    // SQLite would delete the log beside an empty file, which may be all that is left.
    if ((await stat(path)).size === 0) return false;
    const owner = await readOwnerAt(path);
    const itself = await ownerOf(path, lockInode);
    return owner !== null && owner !== itself && withLock(owner, lockInode) === itself;
  } catch {
    return false;
  }
}

async function readOwnerAt(path: string): Promise<string | null> {
  // Without a log, SQLite would leave an empty one behind.
  const connection = await Connection.open(path, existsSync(`${path}-wal`) ? 'read' : 'readAlone');
  try {
    return await readFolderOwner(connection);
  } finally {
    await connection.close();
  }
}
