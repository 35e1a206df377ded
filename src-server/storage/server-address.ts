import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../base/lifecycle';

/** Name of the file in the data folder that says where the server of the folder listens. */
const FILE = 'server-address';

/** Writes down, while the server runs, where programs on this machine can ask it. */
export function createServerAddress(dataDir: string, baseUrl: () => string): Service {
  const path = join(dataDir, FILE);
  return {
    name: 'server address',
    async start() {
      await writeFile(`${path}.next`, `${baseUrl()}\n`, { mode: 0o600 });
      await rename(`${path}.next`, path);
    },
    stop: () => forgetServerAddress(dataDir),
  };
}

/** Removes what a crash left behind. */
export async function forgetServerAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
}

/** What is written down; null when nothing is. To be believed only while the folder is locked. */
export async function readServerAddress(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, FILE), 'utf8')).trim();
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw cause;
  }
}
