import { type RestoreResult, restore } from '../storage/restore';
import type { Command } from './command';

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE [--data-dir DIR]',
  summary: 'Puts a copy back, while the server is stopped.',
  about: `Puts a backup in the place of the database. Stop the server first. FILE is read through before anything is touched,
and the database that was there is kept beside the new one under a name with the date. What was waiting when the
backup was made is sent when the server starts, also if it was sent since.`,
  options: {},
  examples: ['posthorn restore /backup/posthorn-monday.db --data-dir /var/lib/posthorn'],
  positionals: [1, 1],
  asks: 'folder',
  async run({ positionals: [file = ''], dataDir, context }) {
    const result = await restore(dataDir, file, context.clock.now());
    return { json: result, message: describe(result) };
  },
};

function describe({ from, database, replaced, tightened, messages, waiting }: RestoreResult): string {
  return [
    `${database} is now the backup ${from}, with ${messages} messages.`,
    replaced === null
      ? 'There was no database there before.'
      : `What was there before is kept as ${replaced}.`,
    `${waiting} deliveries were waiting when the backup was made; they are sent when the server starts.`,
    ...(tightened.length > 0
      ? [`Other accounts could open these of the data folder; now they cannot: ${tightened.join(', ')}.`]
      : []),
    '',
  ].join('\n');
}
