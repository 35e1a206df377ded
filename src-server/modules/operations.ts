import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Log } from '../base/log';
import type { ServerConfig } from '../config';
import type { ServiceOut } from '../contract/service';
import { createBackupJob } from '../diagnostics/backup-job';
import { createCrashTest } from '../diagnostics/crash-test';
import { createJobs, type Jobs } from '../diagnostics/jobs';
import { createPacingTest } from '../diagnostics/pacing-test';
import type { ScratchProgram } from '../diagnostics/scratch-server';
import { createSelfCheck } from '../diagnostics/self-check';
import { RECEIVER_PREFIX, type Receiver } from '../http/receiver';
import type { Database } from '../storage/database';
import type { SqliteDatabase } from '../storage/sqlite-database';
import type { Stores } from '../storage/stores';
import type { Sending } from './sending';

/** What a server knows about the program that hosts it. */
export interface Hosting {
  /** Headless when absent. */
  readonly hosting?: ServiceOut['hosting'];
  /** How to start the program once more. Null or absent: not possible. */
  readonly scratchProgram?: ScratchProgram | null;
  /** Stops the server cleanly and starts it again on the same port. Null or absent: not possible. */
  readonly restart?: (() => void) | null;
}

interface OperationsParts {
  readonly config: ServerConfig;
  readonly host: Hosting;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly db: Database;
  /** The same, if it is a file. Null: backups and its check are those of PostgreSQL. */
  readonly file: SqliteDatabase | null;
  readonly stores: Pick<Stores, 'applications' | 'endpoints' | 'sendingPause'>;
  readonly sending: Sending;
  readonly receiver: Receiver;
  readonly localBaseUrl: () => string;
}

const NO_SCRATCH = {
  headless: 'Whoever started this server did not say how a second one is started.',
  desktop:
    'The desktop program runs this server inside itself and has no second program it could start and kill. Run it with "npm run serve", which can.',
} as const;

/** The maintenance of a server: backups, self-check, and experiments that prove what it promises. */
export function createOperations(given: OperationsParts) {
  const { clock, config, host, log, stores, sending, ...parts } = given;
  const hosting = host.hosting ?? 'headless';
  const program = host.scratchProgram ?? null;
  const receiverUrl = (bin: string) => `${parts.localBaseUrl()}${RECEIVER_PREFIX}/${bin}`;
  const startedAt = { wallMs: clock.now(), monotonicUs: clock.monotonicUs() };
  const { applications, endpoints } = stores;
  const experiment = { ...parts, ...sending.parts, clock, applications, endpoints, receiverUrl };
  const jobs: Jobs = createJobs(sending.parts.tasks, log);
  if (parts.file) jobs.register(createBackupJob({ clock, dataDir: config.dataDir, db: parts.file }));
  jobs.register(createPacingTest({ ...experiment, sendingPausedSince: stores.sendingPause.since }));
  jobs.register(createCrashTest({ ...experiment, program }));
  return {
    /** What its operations work on. */
    parts: {
      jobs,
      hosting,
      startedAt,
      restart: host.restart ?? null,
      noCrashTestBecause: program === null ? NO_SCRATCH[hosting] : null,
      selfCheck: createSelfCheck({ ...experiment, dataDir: config.dataDir, startedAt }),
    },
  };
}
