import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../base/lifecycle';
import { writeOwnFile } from './write-own-file';

/** Name of the file in the data folder that says where the server of the folder listens. */
const FILE = 'server-address';

/** Where the server of a folder listens, and how to recognize it. */
export interface ServerAddress {
  /** `http://host:port`, without a trailing slash. */
  readonly baseUrl: string;
  /** Known to this run of the server and to anyone who may read the folder. Null: an older version wrote the file. */
  readonly secret: string | null;
}

/**
 * Records, while the server runs, where programs on this machine can reach it, with a secret of this run. A crash
 * leaves the file behind, and then anybody may listen on the port, so nobody sends a token there without `proveServer`.
 */
export function createServerAddress(dataDir: string, baseUrl: () => string, secret: string): Service {
  return {
    name: 'server address',
    start: () => writeOwnFile(join(dataDir, FILE), `${baseUrl()}\n${secret}\n`),
    async stop() {
      // Another server may have taken over the folder.
      if ((await readServerAddress(dataDir))?.secret === secret) await forgetServerAddress(dataDir);
    },
  };
}

/** Removes what a crash left behind. */
export async function forgetServerAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** What is recorded; null when nothing is. */
export async function readServerAddress(dataDir: string): Promise<ServerAddress | null> {
  try {
    const [baseUrl = '', secret = ''] = (await readFile(join(dataDir, FILE), 'utf8')).split('\n');
    return { baseUrl: baseUrl.trim(), secret: secret.trim() || null };
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw cause;
  }
}
