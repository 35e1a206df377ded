import { writeWhole as writeToPlace } from '../base/write-whole';
import { CliError } from './cli-error';
import { EXIT } from './exit-code';

/** Writes a text to a file, completely or not at all; an existing one is replaced. @throws CliError in plain words */
export async function writeWhole(path: string, text: string): Promise<void> {
  try {
    await writeToPlace(path, text);
  } catch (cause) {
    throw new CliError(
      EXIT.no,
      `${path} cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
    );
  }
}
