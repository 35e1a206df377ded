import { type Clock, toIsoTime } from '../../base/clock';
import { type ApiError, apiError, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { Log } from '../../base/log';
import type { ServerConfig } from '../../config';
import type { DataFolderOut } from '../../contract/data-folder';
import { dataFolderOperations } from '../../contract/operations/data-folder';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import { BACKUP, backUpLost } from '../../diagnostics/backup-job';
import type { Jobs } from '../../diagnostics/jobs';
import { deleteBackup, findBackup, freeBytes, listBackups, listDataFiles } from '../../storage/data-folder';
import { forgetStaged, stagedBackup, stageRestore } from '../../storage/files/staged-restore';
import type { SqliteDatabase } from '../../storage/sqlite/sqlite-database';
import { type Route, route } from '../route';

interface DataFolderRouteParts {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** Null: the database is in PostgreSQL. */
  readonly file: Pick<SqliteDatabase, 'copyTo' | 'trouble'> | null;
  readonly newId: NewId;
  readonly jobs: Jobs;
  readonly tasks: TaskRunner;
  /** Stops the server cleanly and starts it again. Null: not possible here. */
  readonly restart: (() => void) | null;
}

/** The response must have been sent before the server stops accepting requests. */
const RESTART_AFTER_MS = 100;

/** The data folder of this server: its content, backups, and restoring one. */
export function dataFolderRoutes(parts: DataFolderRouteParts): readonly Route[] {
  const { clock, config, file, log, jobs, newId, tasks } = parts;
  /** Whether a backup is being staged, or the server restarts with one: another would change what was answered. */
  let isRestoring = false;
  const assertNotRestoring = () => {
    if (isRestoring)
      throw apiError('conflict', 'A backup is being restored. Wait until the server has restarted.');
  };
  return [
    route(dataFolderOperations.read, {
      access: 'admin',
      summary: 'Read the location and size of the data, and its backups.',
      async handler() {
        return { status: 200, body: await present(parts) };
      },
    }),
    route(dataFolderOperations.createBackup, {
      access: 'admin',
      summary: 'Back up the database to the folder `backups`, as a background task.',
      description:
        'The backup is a verified snapshot, on disk before it gets its name. It contains signing secrets, but not the files `admin-token` and `secret-key`. While the database is lost (see `GET /health`), no task can be stored: the response comes when the backup is complete, with a finished task.',
      errors: ['conflict', 'generic_error'],
      async handler() {
        if (!file) throw inPostgres('backed up');
        const isLost = file.trouble()?.reason === 'lost';
        const task = isLost
          ? await backUpLost({ clock, dataDir: config.dataDir, db: file }, newId('qtask_'))
          : await jobs.begin(BACKUP, {});
        return { status: 202, body: tasks.present(task) };
      },
    }),
    route(dataFolderOperations.deleteBackup, {
      access: 'admin',
      summary: 'Delete a backup.',
      async handler({ params }) {
        if (!(await deleteBackup(config.dataDir, params.backup))) throw notFound('Backup');
        return { status: 204 };
      },
    }),
    route(dataFolderOperations.restore, {
      access: 'admin',
      summary: 'Replace the database with a backup and restart.',
      description:
        'The backup is verified first; a damaged one is refused and nothing changes. Then the server restarts with it. The previous database is kept in the data folder. Deliveries that waited when the backup was made are sent, even if they were sent since.',
      errors: ['conflict', 'generic_error', 'not_found'],
      async handler({ body: { backup } }) {
        if (!file) throw inPostgres('restored');
        const path = await findBackup(config.dataDir, backup);
        if (!path) throw notFound('Backup');
        assertNotRestoring();
        isRestoring = true;
        const { messages, waiting } = await stageRestore(config.dataDir, path).catch((cause: unknown) => {
          isRestoring = false;
          throw apiError(
            'generic_error',
            `This backup cannot be restored: ${cause instanceof Error ? cause.message : cause}.`,
          );
        });
        isRestoring = parts.restart !== null;
        log.warn({ backup, restarts: parts.restart !== null }, 'a backup replaces the database');
        if (parts.restart) clock.setTimer(RESTART_AFTER_MS, parts.restart);
        return { status: 202, body: { backup, messages, waiting, restarts: parts.restart !== null } };
      },
    }),
    route(dataFolderOperations.cancelRestore, {
      access: 'admin',
      summary: 'Keep the database: cancel its replacement at the next start.',
      errors: ['conflict'],
      async handler() {
        assertNotRestoring();
        await forgetStaged(config.dataDir);
        return { status: 204 };
      },
    }),
  ];
}

function inPostgres(what: string): ApiError {
  return apiError(
    'generic_error',
    `The data of this server is in PostgreSQL. It is ${what} there, with pg_dump and pg_restore or what your provider offers.`,
  );
}

async function present({ config, restart }: DataFolderRouteParts): Promise<DataFolderOut> {
  const backups = await listBackups(config.dataDir);
  return {
    folder: config.dataDir,
    files: [...(await listDataFiles(config.dataDir))],
    freeBytes: await freeBytes(config.dataDir),
    retentionDays: config.retentionDays,
    backups: backups.map(({ name, bytes, createdAt }) => ({ name, bytes, createdAt: toIsoTime(createdAt) })),
    staged: await stagedBackup(config.dataDir),
    restartsItself: restart !== null,
  };
}
