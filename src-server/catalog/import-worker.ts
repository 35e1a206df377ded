import { parentPort } from 'node:worker_threads';
import { ApiError } from '../base/errors';
import { type ImportJob, runImportJob } from './import-job';
import type { FromImportWorker } from './import-reader';

/*
 * The thread in which documents are read: one job at a time, told of by messages. Built as a file of its own.
 */

/** Steps closer together than this many webhooks are not told. */
const STEP_EVERY = 20;

const port = parentPort;
const tell = (message: FromImportWorker) => port?.postMessage(message);

port?.on('message', (job: ImportJob) => {
  runImportJob(job, (step) => {
    if (step.stage !== 'reading' || step.done % STEP_EVERY === 0) tell({ kind: 'step', step });
  }).then(
    (result) => tell({ kind: 'done', result }),
    (cause: unknown) => {
      if (cause instanceof ApiError) tell({ kind: 'refused', status: cause.status, body: cause.body });
      else
        tell({
          kind: 'failed',
          message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
        });
    },
  );
});
