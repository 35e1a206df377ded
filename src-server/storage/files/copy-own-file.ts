import { chmod, copyFile } from 'node:fs/promises';

/** Copies a file; only its owner may read the copy, whatever the permissions of the original. */
export async function copyOwnFile(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
}
