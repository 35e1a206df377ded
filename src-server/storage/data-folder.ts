import { readdirSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { toIsoTime } from '../base/clock';
import { BACKUP_NAME_PATTERN } from '../contract/data-folder';
import type { Transaction } from './transaction';

/** A file of the data folder. */
interface DataFile {
  readonly name: string;
  readonly bytes: number;
  /** What it is for, in words. */
  readonly what: string;
}

/** A backup in the data folder. */
interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

const BACKUP_NAME = new RegExp(BACKUP_NAME_PATTERN);
const OLD_DATABASE = /^posthorn\.db\.(replaced|before|restoring|arriving)/;
/** Where backups are kept, within the data folder. */
export const BACKUP_FOLDER = 'backups';

/** What a file is, by its name; the first match applies. */
const WHAT: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^posthorn\.db$/, 'The database: everything there is'],
  [/^posthorn\.db-wal$/, 'What was written last; goes into the database by itself'],
  [/^posthorn\.db-shm$/, 'Where in that what stands, while the server runs'],
  [/^posthorn\.db\.(id|clean)$/, 'Notes about the database, for the next start'],
  [/^posthorn\.db\.staged/, 'A backup that takes the place of the database at the next start'],
  [/^posthorn\.db\.replaced/, 'The database that a restore has replaced; can be deleted'],
  [/^posthorn\.db\.before/, 'The database before an update; can be deleted'],
  [/^posthorn\.db\.arriving/, 'A copy that a move has not completed; goes with the next move'],
  [/^posthorn\.lock/, 'Keeps a second server away'],
  [/^admin-token$/, 'The admin token'],
  [/^secret-key$/, 'The key that encrypts stored tokens'],
  [/^server-address/, 'Where the server listens, for the command line'],
];

/** Subfolders whose size is reported, and what they are for. */
const FOLDERS: Readonly<Record<string, string>> = {
  'public-catalog': 'The public catalog as files for its visitors; made anew when it is missing',
};

/** The files of the folder, and the public catalog among its subfolders; largest first. */
export async function listDataFiles(dataDir: string): Promise<readonly DataFile[]> {
  const names = await readdir(dataDir, { withFileTypes: true });
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async ({ name }) => ({
        name,
        bytes: await sizeOf(join(dataDir, name)),
        what: WHAT.find(([pattern]) => pattern.test(name))?.[1] ?? 'Something else',
      })),
  );
  for (const { name } of names) {
    const what = FOLDERS[name];
    if (what !== undefined)
      files.push({ name: `${name}/`, bytes: await sizeOfFolder(join(dataDir, name)), what });
  }
  return files.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}

/** Free space on the disk of the folder, in bytes. Null: the system does not say. */
export async function freeBytes(dataDir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** The backups made from here, newest first. */
export async function listBackups(dataDir: string): Promise<readonly BackupFile[]> {
  const names = await readdir(join(dataDir, BACKUP_FOLDER)).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => BACKUP_NAME.test(name))
      .map(async (name) => {
        const file = await stat(join(dataDir, BACKUP_FOLDER, name));
        return { name, bytes: file.size, createdAt: Math.round(file.mtimeMs) };
      }),
  );
  return files.sort((a, b) => b.createdAt - a.createdAt || b.name.localeCompare(a.name));
}

/** Name of the newest backup, by the time in its name; null when there is none, or the folder cannot be read. */
export function newestBackup(dataDir: string): string | null {
  try {
    const names = readdirSync(join(dataDir, BACKUP_FOLDER)).filter((name) => BACKUP_NAME.test(name));
    return names.sort().at(-1) ?? null;
  } catch {
    return null;
  }
}

/** Path of a backup; null when there is none of that name. */
export async function findBackup(dataDir: string, name: string): Promise<string | null> {
  if (!BACKUP_NAME.test(name)) return null;
  const path = join(dataDir, BACKUP_FOLDER, name);
  return (await stat(path).catch(() => null))?.isFile() ? path : null;
}

/**
 * Where the next backup goes, under an unused name.
 * @param now milliseconds since 1970
 */
export async function newBackupPath(dataDir: string, now: number): Promise<{ name: string; path: string }> {
  const moment = toIsoTime(now).replaceAll(':', '-').replace(/\.\d+/, '');
  for (let n = 1; ; n++) {
    const name = `posthorn-${moment}${n === 1 ? '' : `-${n}`}.db`;
    const path = join(dataDir, BACKUP_FOLDER, name);
    if (!(await stat(path).catch(() => null))) return { name, path };
  }
}

/**
 * The whole paths of all files in a folder and below it, whatever made them. Empty where there is no such folder; the folder
 * itself where it cannot be read.
 */
export async function listAllFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? [] : null),
  );
  if (entries === null) return [folder];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * The whole paths of the databases that an update or a restore has left in the data folder. A log is named by itself only
 * where the database beside it is gone.
 */
export async function listOldDatabases(dataDir: string): Promise<readonly string[]> {
  const names = (await readdir(dataDir)).filter((name) => OLD_DATABASE.test(name));
  const isBeside = (name: string) =>
    names.includes(name.replace(/-(wal|shm)$/, '')) && /-(wal|shm)$/.test(name);
  return names.filter((name) => !isBeside(name)).map((name) => join(dataDir, name));
}

/** Deletes a backup; false when there is none of that name. */
export async function deleteBackup(dataDir: string, name: string): Promise<boolean> {
  const path = await findBackup(dataDir, name);
  if (path) await rm(path);
  return path !== null;
}

/** Size of the files in a folder, in bytes; files that disappear meanwhile count as 0. */
async function sizeOfFolder(path: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}

/** Size of a file in bytes; 0 when it does not exist. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

/** Version of SQLite, as `3.51.3`. */
export async function databaseVersion(db: Pick<Transaction, 'dialect' | 'get'>): Promise<string> {
  const row = await db.get<{ version: string }>(`SELECT ${db.dialect.version} AS version`);
  return row?.version ?? 'unknown';
}
