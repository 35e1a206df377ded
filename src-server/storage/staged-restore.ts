/**
 * A restore in two steps, since a running server holds its database open: the backup is copied beside it and looked
 * through, and the next start puts it in place before anything is opened. What is put in place is the very copy that
 * was found good; a crash between the two steps changes nothing.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { copyOwnFile } from './copy-own-file';
import { databasePath } from './database-path';
import { describeFile, type FileDescription } from './describe-file';
import { putInPlace } from './restore';
import { syncFile, syncFolder } from './sync-file';

/**
 * Copies a backup beside the database and looks through it. One that was staged before is forgotten.
 * @throws Error with a sentence for the user; then nothing is staged
 */
export async function stageRestore(dataDir: string, backup: string): Promise<FileDescription> {
  const staged = stagedPath(dataDir);
  await forgetStaged(dataDir);
  try {
    await copyOwnFile(backup, `${staged}-copy`);
    const description = await describeFile(`${staged}-copy`);
    await rm(`${staged}-copy-wal`, { force: true });
    await rm(`${staged}-copy-shm`, { force: true });
    await syncFile(`${staged}-copy`);
    await writeFile(nameFile(dataDir), basename(backup), { mode: 0o600 });
    await rename(`${staged}-copy`, staged);
    await syncFolder(dataDir);
    return description;
  } catch (cause) {
    await forgetStaged(dataDir);
    throw cause;
  }
}

/** Name of the backup that is staged; null when none is. */
export async function stagedBackup(dataDir: string): Promise<string | null> {
  return readFile(nameFile(dataDir), 'utf8').catch(() => null);
}

/** Nothing is staged any more. */
export async function forgetStaged(dataDir: string): Promise<void> {
  const staged = stagedPath(dataDir);
  for (const path of [
    nameFile(dataDir),
    staged,
    `${staged}-copy`,
    `${staged}-copy-wal`,
    `${staged}-copy-shm`,
  ]) {
    await rm(path, { force: true });
  }
}

/**
 * Puts what was staged in the place of the database, which stays beside it under a name with the date. The caller
 * holds the lock, and nobody has the database open.
 * @param now milliseconds since 1970
 * @returns false when nothing was staged
 */
export async function applyStagedRestore(dataDir: string, now: number): Promise<boolean> {
  if ((await stagedBackup(dataDir)) === null) return false;
  const staged = stagedPath(dataDir);
  const isThere = await syncFile(staged).then(
    () => true,
    () => false, // put in place already, right before a crash
  );
  if (isThere) await putInPlace(dataDir, staged, now);
  await forgetStaged(dataDir);
  return isThere;
}

const stagedPath = (dataDir: string): string => `${databasePath(dataDir)}.staged`;
const nameFile = (dataDir: string): string => `${stagedPath(dataDir)}-name`;
