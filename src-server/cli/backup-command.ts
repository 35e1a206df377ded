import { ConfigError } from '../config';
import { backUp } from '../storage/backup';
import type { Command } from './command';

export const backupCommand: Command = {
  name: 'backup',
  usage: '--out FILE [--data-dir DIR]',
  summary: 'Copies the database, also while a server uses it.',
  about: `Copies the database to a new file, as it is at one moment, also while a server uses it. The copy is read through and
on the disk before it gets its name; a file that exists is never overwritten. It holds signing secrets: keep it safe.
The files "admin-token" and "secret-key" of the data folder are not in it.`,
  options: { out: { type: 'string', value: 'FILE', help: 'The file to make.' } },
  examples: ['posthorn backup --data-dir /var/lib/posthorn --out /backup/posthorn-monday.db'],
  places: [0, 0],
  asks: 'folder',
  async run({ text, dataDir }) {
    const out = text('out');
    if (!out) throw new ConfigError('Say where to: posthorn backup --out FILE');
    const made = await backUp(dataDir, out);
    const { file, bytes, messages, waiting } = made;
    return {
      json: made,
      words: `${file}: ${bytes} bytes, ${messages} messages, ${waiting} deliveries waiting. Read through and found good.\n`,
    };
  },
};
