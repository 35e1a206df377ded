import { ERASURE_NAME } from '../delivery/tasks/erasure-task';
import { createErasures } from '../delivery/tasks/erasures';
import { createBackupJob } from '../diagnostics/backup-job';
import { createBackupSchedule } from '../diagnostics/backup-schedule';
import { createCrashTest } from '../diagnostics/crash-test';
import { createErasureFiles } from '../diagnostics/erasure-files';
import { createJobs, type Jobs } from '../diagnostics/jobs';
import { createPacingTest } from '../diagnostics/pacing-test';
import { createSelfCheck } from '../diagnostics/self-check';
import { RECEIVER_PREFIX, type Receiver } from '../http/receiver';
import { backUp } from '../storage/files/backup';
import { stagedBackup } from '../storage/files/staged-restore';
import { createSecretBox } from '../sync/secret-box';
import type { Foundation } from './foundation';
import type { Sending } from './sending';

interface OperationsParts {
  readonly sending: Sending;
  readonly receiver: Receiver;
  readonly localBaseUrl: () => string;
  readonly installationId: string;
}

const NO_SCRATCH = {
  headless: 'Whoever started this server did not say how a second one is started.',
  desktop:
    'The desktop program runs this server inside itself and has no second program it could start and kill. Run it with "npm run serve", which can.',
} as const;

/** The maintenance of a server: backups, self-check, and experiments that prove what it promises. */
export function createOperations(foundation: Foundation, parts: OperationsParts) {
  const { clock, config, host, log, newId, db, file, secretKey, tls } = foundation;
  const { sending, receiver, localBaseUrl, installationId } = parts;
  const hosting = host.hosting ?? 'headless';
  const program = host.scratchProgram ?? null;
  const receiverUrl = (bin: string) => `${localBaseUrl()}${RECEIVER_PREFIX}/${bin}`;
  const startedAt = { wallMs: clock.now(), monotonicUs: clock.monotonicUs() };
  const { applications, endpoints, sendingPause } = sending.stores;
  const here = { clock, log, newId, db, file, applications, endpoints, receiver, receiverUrl, localBaseUrl };
  const experiment = { ...here, ...sending.parts };
  const jobs: Jobs = createJobs(sending.parts.tasks, log);
  if (file) jobs.register(createBackupJob({ clock, dataDir: config.dataDir, db: file }));
  jobs.register(createPacingTest({ ...experiment, sendingPausedSince: sendingPause.since }));
  jobs.register(createCrashTest({ ...experiment, program }));
  const backupSchedule =
    config.backup && file
      ? createBackupSchedule({
          ...{ ...config.backup, clock, log, installationId },
          backUp: (target) => backUp(config.dataDir, target, (unfinished) => file.copyTo(unfinished)),
        })
      : null;
  const box = createSecretBox(secretKey);
  const erasures = createErasures({
    store: sending.stores.erasureStore,
    tasks: sending.parts.tasks,
    cancellation: sending.parts.delivery.cancellation,
    files: createErasureFiles({ dataDir: config.dataDir, backupDir: config.backup?.dir ?? null, file }),
    newId,
    now: () => clock.now(),
    requestTimeoutMs: config.requestTimeoutS * 1000,
    seal: (text) => box.seal(text, ERASURE_NAME),
    open: (sealed) => box.open(sealed, ERASURE_NAME),
    isRestoreStaged: async () => (await stagedBackup(config.dataDir)) !== null,
  });
  return {
    /** What its operations work on. */
    parts: {
      erasures,
      jobs,
      backupSchedule,
      hosting,
      startedAt,
      restart: host.restart ?? null,
      noCrashTestBecause: program === null ? NO_SCRATCH[hosting] : null,
      selfCheck: createSelfCheck({
        ...{ ...experiment, dataDir: config.dataDir, startedAt },
        certificate: () => tls?.leaf() ?? null,
      }),
    },
  };
}
