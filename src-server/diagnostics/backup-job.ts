import { rm } from 'node:fs/promises';
import type { Clock } from '../base/clock';
import type { BackupResultOut } from '../contract/data-folder';
import { backUp } from '../storage/backup';
import { newBackupPath, sizeOf } from '../storage/data-folder';
import { databasePath } from '../storage/open-data';
import type { JobKind, JobWork } from './jobs';

export const BACKUP = 'data.backup';

const LOOK_EVERY_MS = 200;

/** Copies the database into the folder `backups`, while the server works. */
export function createBackupJob({
  clock,
  dataDir,
}: {
  readonly clock: Clock;
  readonly dataDir: string;
}): JobKind {
  return {
    name: BACKUP,
    async run({ signal, report }: JobWork): Promise<BackupResultOut> {
      const { name, path } = await newBackupPath(dataDir, clock.now());
      const totalBytes = await sizeOf(databasePath(dataDir));
      const done = new AbortController();
      const watch = async () => {
        while (!done.signal.aborted) {
          report({ totalBytes, bytes: await sizeOf(`${path}.unfinished-${process.pid}`) });
          await clock.sleep(LOOK_EVERY_MS, done.signal);
        }
      };
      const watching = watch();
      try {
        const { bytes, messages, waiting } = await backUp(dataDir, path);
        if (signal.aborted) {
          await rm(path, { force: true });
          throw new Error('Stopped.');
        }
        report({ totalBytes: bytes, bytes });
        return { name, bytes, messages, waiting };
      } finally {
        done.abort();
        await watching;
      }
    },
  };
}
