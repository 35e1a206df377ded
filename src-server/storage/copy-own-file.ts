import { chmod, copyFile } from 'node:fs/promises';

/** Copies a file; its owner alone may read the copy, whatever holds for the original. */
export async function copyOwnFile(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
}
