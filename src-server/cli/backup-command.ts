import { askOwnServer } from '../base/ask-own-server';
import { ConfigError } from '../config';
import type { BackupResultOut } from '../contract/data-folder';
import { findBackup } from '../storage/data-folder';
import type { BackupResult } from '../storage/files/backup';
import { readServerAddress, type ServerAddress } from '../storage/files/server-address';
import { proveServer } from '../storage/files/server-proof';
import type { CliContext, Command } from './command';
import { createInstance } from './instance';
import { whichInstance } from './which-instance';

const HEALTH_MS = 5000;

export const backupCommand: Command = {
  name: 'backup',
  usage: '--out FILE [--data-dir DIR]',
  summary: 'Backs up the database, even while a server uses it.',
  about: `Writes a snapshot of the database to a new file, even while a server uses it. The backup gets its name only once it is verified and on disk; an existing file is never overwritten. It contains signing secrets: keep it safe. It does not contain the files "admin-token" and "secret-key" of the data folder. If the database was deleted or replaced under a running server, the backup contains what that server still holds.`,
  options: { out: { type: 'string', value: 'FILE', help: 'The file to create.' } },
  examples: ['posthorn backup --data-dir /var/lib/posthorn --out /backup/posthorn-monday.db'],
  positionals: [0, 0],
  asks: 'folder',
  async run({ text, dataDir, context }) {
    const out = text('out');
    if (!out) throw new ConfigError('Name the file: posthorn backup --out FILE');
    const held = await findHeldByServer(dataDir, context);
    const { backUp, moveBackup } = await import('../storage/files/backup');
    const made: BackupResult = held === null ? await backUp(dataDir, out) : await moveBackup(held, out);
    const { file, bytes, messages, waiting } = made;
    return {
      json: made,
      lines: [`${file}: ${bytes} bytes, ${messages} messages, ${waiting} deliveries waiting. Verified.`],
    };
  },
};

/**
 * Lets the server of the folder copy its data, if the files in the folder are no longer those that it has open.
 * @returns the path of the copy; null if the files can be copied directly
 */
async function findHeldByServer(dataDir: string, context: CliContext): Promise<string | null> {
  const address = await readServerAddress(dataDir);
  // A server that does not answer, or an impostor on its port, must not prevent a backup.
  if (address === null || (await proveServer(address)) !== 'proven') return null;
  if (!(await isLost(address, context.signal))) return null;
  const flag = (name: string) => (name === 'data-dir' ? dataDir : undefined);
  const instance = createInstance(await whichInstance(flag, context), context.signal);
  try {
    const task = await instance.ask('POST /data/backup');
    const { result } = task.data as { readonly result?: BackupResultOut | null };
    const name = result?.name;
    return name === undefined ? null : await findBackup(dataDir, name);
  } finally {
    await instance.close();
  }
}

async function isLost({ baseUrl, certificate }: ServerAddress, signal: AbortSignal): Promise<boolean> {
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(HEALTH_MS)]);
    const { status, text } = await askOwnServer(`${baseUrl}/api/v1/health`, { certificate, signal: inTime });
    return status === 503 && (JSON.parse(text) as { reason?: unknown }).reason === 'lost';
  } catch {
    return false;
  }
}
