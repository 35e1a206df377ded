import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeFile, type FileDescription } from './describe-file';
import { databasePath } from './open-data';
import { Connection } from './sqlite-connection';
import { syncFile, syncFolder } from './sync-file';

export interface BackupResult extends FileDescription {
  /** Where it is. */
  readonly file: string;
  readonly bytes: number;
}

/**
 * Writes everything that is committed at one moment to a new file, also while a server works on it. The file appears
 * under its name when it was read through and is on the disk. While it is written, the server's write-ahead log grows.
 * @throws Error with a sentence for the user; then there is no file
 */
export async function backUp(dataDir: string, out: string): Promise<BackupResult> {
  const source = databasePath(dataDir);
  const file = resolve(out);
  if (!existsSync(source)) throw new Error(`There is no Posthorn database in ${dataDir}.`);
  refuseToOverwrite(file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    await (await open(unfinished, 'wx', 0o600)).close();
    await copy(source, unfinished);
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

async function copy(source: string, target: string): Promise<void> {
  const connection = await Connection.open(source, 'write');
  try {
    await connection.exec('PRAGMA busy_timeout = 5000');
    await connection.run('VACUUM INTO ?', [target]);
  } catch (cause) {
    throw new Error(`The database ${source} could not be copied: ${(cause as Error).message}`, { cause });
  } finally {
    await connection.close();
  }
}

/** A link, because a rename would replace a file that has come there meanwhile. */
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
