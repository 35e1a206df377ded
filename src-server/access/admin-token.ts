import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOwnFile } from '../storage/files/write-own-file';
import { mintToken } from './token';

/** Name of the token file in the data folder. */
const FILE = 'admin-token';

/**
 * The token that may do everything: the one from the settings, otherwise the one kept in the data folder, created at
 * the first start. The file is readable by its owner only, because programs on this machine must be able to find the
 * token again; the database never holds it. A token given in the settings takes precedence over the kept one.
 * @throws Error when the one from the settings could not be sent in a header
 */
export async function loadAdminToken(dataDir: string, given: string | null): Promise<string> {
  if (given !== null) {
    if (!/^[\x21-\x7e]+$/.test(given)) {
      throw new Error('POSTHORN_ADMIN_TOKEN must contain only visible ASCII characters, without spaces.');
    }
    return given;
  }
  const path = join(dataDir, FILE);
  const kept = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  if (kept.trim() !== '') return kept.trim();
  const token = mintToken('sender');
  await writeOwnFile(path, `${token}\n`);
  return token;
}
