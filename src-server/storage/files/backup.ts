import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { sizeOf } from '../data-folder';
import { Connection } from '../sqlite/sqlite-connection';
import { copyOwnFile } from './copy-own-file';
import { databasePath } from './database-path';
import { describeFile, type FileDescription } from './describe-file';
import { syncFile, syncFolder } from './sync-file';

export interface BackupResult extends FileDescription {
  /** Where it is. */
  readonly file: string;
  readonly bytes: number;
}

/** Writes everything committed at one moment to an empty file. */
type CopyDatabase = (target: string) => Promise<void>;

/**
 * Writes everything committed at one moment to a new file, even while a server uses the database. The file gets its
 * name once it has been checked and is on disk. While it is written, the server's write-ahead log grows.
 * @param copy how the database is copied; absent: from its files in the data folder
 * @throws Error with a sentence for the user; then there is no file
 */
export async function backUp(dataDir: string, out: string, copy?: CopyDatabase): Promise<BackupResult> {
  const source = databasePath(dataDir);
  if (!copy && !existsSync(source)) throw new Error(`There is no Posthorn database in ${dataDir}.`);
  return makeFile(out, async (unfinished) => {
    try {
      await (copy ?? copyFrom(source))(unfinished);
    } catch (cause) {
      throw new Error(`The database ${source} could not be copied: ${(cause as Error).message}`, { cause });
    }
  });
}

/** Moves a backup made elsewhere to another place, which may be on another disk. Otherwise like `backUp`. */
export async function moveBackup(from: string, out: string): Promise<BackupResult> {
  const moved = await makeFile(out, (unfinished) => copyOwnFile(from, unfinished));
  await rm(from);
  return moved;
}

async function makeFile(out: string, write: CopyDatabase): Promise<BackupResult> {
  const file = resolve(out);
  refuseToOverwrite(file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    await (await open(unfinished, 'wx', 0o600)).close();
    await write(unfinished);
    const description = await describeFile(unfinished).catch((cause: unknown) => {
      throw new Error(`The backup is not usable: ${(cause as Error).message}.`, { cause });
    });
    await syncFile(unfinished);
    await giveName(unfinished, file);
    await syncFolder(dirname(file));
    return { file, bytes: (await stat(file)).size, ...description };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A read-only connection never merges a log into a file that it may not fit; a writing one cleans up. */
function copyFrom(source: string): CopyDatabase {
  return async (target) => {
    // SQLite deletes the log next to an empty file on opening it.
    if ((await stat(source)).size === 0) throw new Error('the file is empty');
    const hasLog = (await sizeOf(`${source}-wal`)) > 0;
    const connection = await Connection.open(source, hasLog ? 'read' : 'write');
    try {
      await connection.exec('PRAGMA busy_timeout = 5000');
      await connection.run('VACUUM INTO ?', [target]);
    } finally {
      await connection.close();
    }
  };
}

/** A link, because a rename would replace a file created there meanwhile. */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (cause) {
    refuseToOverwrite(file);
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw cause;
    await rename(unfinished, file); // a file system without links
  }
}

function refuseToOverwrite(file: string): void {
  if (existsSync(file))
    throw new Error(`${file} exists already, and is not overwritten. Choose another name.`);
}
