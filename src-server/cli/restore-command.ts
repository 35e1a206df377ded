import type { RestoreResult } from '../storage/files/restore';
import type { Command } from './command';

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE [--data-dir DIR]',
  summary: 'Restores a backup while the server is stopped.',
  about: `Replaces the database with a backup. Stop the server first. FILE is verified before anything changes, and the previous database is kept beside the new one, with the date in its name. Deliveries that were waiting when the backup was made are sent when the server starts, even if they were sent since.`,
  options: {},
  examples: ['posthorn restore /backup/posthorn-monday.db --data-dir /var/lib/posthorn'],
  positionals: [1, 1],
  asks: 'folder',
  async run({ positionals: [file = ''], dataDir, context }) {
    const { restore } = await import('../storage/files/restore');
    const result = await restore(dataDir, file, context.clock.now());
    return { json: result, lines: describe(result) };
  },
};

function describe({ from, database, replaced, tightened, messages, waiting }: RestoreResult): string[] {
  return [
    `${database} is now the backup ${from}, with ${messages} messages.`,
    replaced === null ? 'There was no database before.' : `The previous database is kept as ${replaced}.`,
    `${waiting} deliveries were waiting when the backup was made. They are sent when the server starts.`,
    ...(tightened.length > 0
      ? [`Removed access of other accounts to these files of the data folder: ${tightened.join(', ')}.`]
      : []),
  ];
}
