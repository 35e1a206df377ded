import { rm } from 'node:fs/promises';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { BackupResultOut } from '../contract/data-folder';
import { newBackupPath, sizeOf } from '../storage/data-folder';
import { backUp } from '../storage/files/backup';
import { databasePath } from '../storage/files/database-path';
import type { TaskRecord } from '../storage/installation/task-store';
import type { SqliteDatabase } from '../storage/sqlite/sqlite-database';
import type { JobKind, JobWork } from './jobs';

export const BACKUP = 'data.backup';

const LOOK_EVERY_MS = 200;

interface BackupParts {
  readonly clock: Clock;
  readonly dataDir: string;
  readonly db: Pick<SqliteDatabase, 'copyTo'>;
}

/**
 * Copies the database into the folder `backups` in a task that cannot be stored, because the database file was lost
 * while the server runs. The copy is what the server still holds.
 * @returns the task, which has ended; it is not stored anywhere
 * @throws ApiError generic_error when the copy cannot be made
 */
export async function backUpLost({ clock, dataDir, db }: BackupParts, id: string): Promise<TaskRecord> {
  const createdAt = clock.now();
  const { name, path } = await newBackupPath(dataDir, createdAt);
  const { bytes, messages, waiting } = await backUp(dataDir, path, (target) => db.copyTo(target)).catch(
    (cause: Error) => {
      throw apiError('generic_error', `No backup was created. ${cause.message}`);
    },
  );
  const result: BackupResultOut = { name, bytes, messages, waiting };
  const now = clock.now();
  return {
    id,
    task: BACKUP,
    status: 'finished',
    appId: null,
    endpointId: null,
    arguments: {},
    cursor: JSON.stringify(result),
    counts: { totalBytes: bytes, bytes },
    stopped: false,
    error: null,
    createdAt,
    updatedAt: now,
    finishedAt: now,
  };
}

/** Copies the database into the folder `backups` while the server runs. */
export function createBackupJob({ clock, dataDir, db }: BackupParts): JobKind {
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
        const { bytes, messages, waiting } = await backUp(dataDir, path, (target) => db.copyTo(target));
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
