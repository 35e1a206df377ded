import { ConfigError } from '../config';
import { backUp } from '../storage/backup';
import { type CommandInput, type CommandOutput, runCommand } from './command';

const HELP = `Usage: posthorn backup --out FILE [--data-dir DIR] [--json]

Copies the database to a new file, as it is at one moment, also while a server uses it. The copy is read through and
on the disk before it gets its name; a file that exists is never overwritten. It holds signing secrets: keep it safe.
The files "admin-token" and "secret-key" of the data folder are not in it.

  --out FILE       The file to make.
  --data-dir DIR   The data folder of the server.
  --json           One line of JSON: {"ok":true,"file":...,"bytes":...,"version":...,"messages":...,"waiting":...}
                   or {"ok":false,"error":...}.

Example: posthorn backup --data-dir /var/lib/posthorn --out /backup/posthorn-monday.db

Exit code: 0 done, 1 it could not be done and there is no file, 2 wrongly asked.
`;

/** `posthorn backup`. */
export function runBackup(input: CommandInput): Promise<CommandOutput> {
  return runCommand(
    input,
    HELP,
    async ({ dataDir, out, files }) => {
      if (!out || files.length > 0) throw new ConfigError('Say where to: posthorn backup --out FILE');
      return backUp(dataDir, out);
    },
    ({ file, bytes, messages, waiting }) =>
      `${file}: ${bytes} bytes, ${messages} messages, ${waiting} deliveries waiting. Read through and found good.\n`,
  );
}
