import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error';
import type { CliContext } from './command';
import { EXIT } from './exit-code';

/** The text of a file, or of standard input for "-". @throws CliError in plain words */
export async function readText(path: string, context: CliContext): Promise<string> {
  if (path === '-') return context.readInput();
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CliError(
      EXIT.no,
      code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`,
    );
  }
}
