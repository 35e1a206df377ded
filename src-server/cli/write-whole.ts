import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';

/** Writes a text to a file, completely or not at all; an existing one is replaced. @throws CliError in plain words */
export async function writeWhole(path: string, text: string): Promise<void> {
  const next = `${path}.${randomBytes(4).toString('hex')}.next`;
  try {
    const file = await open(next, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (cause) {
    await rm(next, { force: true });
    throw new CliError(
      EXIT.no,
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
    );
  }
}
