import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-file';

/**
 * Writes a file that only its owner may read. It is written to a temporary file and renamed, so that a crash leaves the
 * old text or the new one. The caller holds the folder, so nobody else writes the same file.
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  await rm(next, { force: true });
  const file = await open(next, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  await syncFolder(dirname(path));
}
