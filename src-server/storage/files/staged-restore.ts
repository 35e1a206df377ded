/**
 * A restore in two steps, since a running server holds its database open: the backup is copied next to it and checked,
 * and the next start puts it in place before anything is opened. The copy that passed the check is the one put in
 * place; a crash between the two steps changes nothing.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { copyOwnFile } from './copy-own-file';
import { databasePath } from './database-path';
import { describeFile, type FileDescription } from './describe-file';
import { putInPlace } from './restore';
import { syncFile, syncFolder } from './sync-file';

/**
 * Copies a backup next to the database and checks it. It takes the place of a backup staged earlier. The caller stages
 * one at a time: all use the same names.
 * @throws Error with a sentence for the user; then nothing has changed
 */
export async function stageRestore(dataDir: string, backup: string): Promise<FileDescription> {
  const staged = stagedPath(dataDir);
  const copy = `${staged}-copy`;
  try {
    await copyOwnFile(backup, copy);
    const description = await describeFile(copy);
    await syncFile(copy);
    await rename(copy, staged);
    await writeFile(nameFile(dataDir), basename(backup), { mode: 0o600 });
    await syncFolder(dataDir);
    return description;
  } finally {
    for (const path of [copy, `${copy}-wal`, `${copy}-shm`]) await rm(path, { force: true });
  }
}

/** Name of the staged backup; null when there is none. */
export async function stagedBackup(dataDir: string): Promise<string | null> {
  return readFile(nameFile(dataDir), 'utf8').catch(() => null);
}

/** Drops the staged backup. */
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
 * Replaces the database with the staged backup; the old one stays next to it under a name with the date. The caller
 * holds the lock, and nothing has the database open.
 * @param now milliseconds since 1970
 * @returns false when nothing was staged
 */
export async function applyStagedRestore(dataDir: string, now: number): Promise<boolean> {
  if ((await stagedBackup(dataDir)) === null) return false;
  const staged = stagedPath(dataDir);
  const isThere = await syncFile(staged).then(
    () => true,
    () => false, // already put in place, right before a crash
  );
  if (isThere) await putInPlace(dataDir, staged, now);
  await forgetStaged(dataDir);
  return isThere;
}

const stagedPath = (dataDir: string): string => `${databasePath(dataDir)}.staged`;
const nameFile = (dataDir: string): string => `${stagedPath(dataDir)}-name`;
