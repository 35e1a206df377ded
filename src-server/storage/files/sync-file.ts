import { open } from 'node:fs/promises';

/** Returns once everything written to this file is on disk; for a folder, once its names are. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => open(path, 'r'));
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The same for a folder, on systems where a folder can be opened. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path);
}
