import type { Clock } from '../base/clock';
import { ConfigError } from '../config';
import { type RestoreResult, restore } from '../storage/restore';
import { type CommandInput, type CommandOutput, runCommand } from './command';

const HELP = `Usage: posthorn restore FILE [--data-dir DIR] [--json]

Puts a backup in the place of the database. Stop the server first. FILE is read through before anything is touched,
and the database that was there is kept beside the new one under a name with the date. What was waiting when the
backup was made is sent when the server starts, also if it was sent since.

  --data-dir DIR   The data folder of the server; made if it is not there.
  --json           One line of JSON: {"ok":true,"from":...,"database":...,"replaced":...,"version":...,"messages":...,
                   "waiting":...} or {"ok":false,"error":...}; "replaced" is null where there was no database.

Example: posthorn restore /backup/posthorn-monday.db --data-dir /var/lib/posthorn

Exit code: 0 done, 1 it could not be done and everything is as before, 2 wrongly asked.
`;

/** `posthorn restore`. */
export function runRestore(input: CommandInput, clock: Clock): Promise<CommandOutput> {
  return runCommand(
    input,
    HELP,
    async ({ dataDir, out, files: [file, ...more] }) => {
      if (file === undefined || more.length > 0 || out !== undefined) {
        throw new ConfigError('Say which file: posthorn restore FILE');
      }
      return restore(dataDir, file, clock.now());
    },
    inWords,
  );
}

function inWords({ from, database, replaced, messages, waiting }: RestoreResult): string {
  return [
    `${database} is now the backup ${from}, with ${messages} messages.`,
    replaced === null
      ? 'There was no database there before.'
      : `What was there before is kept as ${replaced}.`,
    `${waiting} deliveries were waiting when the backup was made; they are sent when the server starts.`,
    '',
  ].join('\n');
}
