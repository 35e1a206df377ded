import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a text to a file, completely or not at all; an existing one is replaced, and a link is not followed.
 * @param check is called when the text is on disk and not yet in its place; what it throws stops the write
 */
export async function writeWhole(path: string, text: string, check?: () => Promise<void>): Promise<void> {
  const next = `${path}.${randomBytes(4).toString('hex')}.next`;
  try {
    const file = await open(next, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await check?.();
    await rename(next, path);
  } catch (cause) {
    await rm(next, { force: true });
    throw cause;
  }
}
