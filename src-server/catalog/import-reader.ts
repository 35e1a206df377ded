import { apiError } from '../base/errors';
import type { ImportProgressOut } from '../contract/import-progress';
import type { ImportJob, ImportJobResult, ImportNamesQuestion, ImportStep } from './openapi/import-job';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** For whom a document is read, and how to identify the reading. */
export interface ImportJobOptions extends Pick<TaskOptions, 'caller' | 'onGone'> {
  /** As the caller gave it; null when none was given. */
  readonly progressId: string | null;
}

/** Reads documents in a worker, one after another, and tracks the progress of each. */
export interface ImportReader {
  /** Throws the ApiError that the document deserves. */
  run(job: ImportJob, options: ImportJobOptions): Promise<ImportJobResult>;
  /** The event types that an import is about; null: all. Throws the ApiError that the document deserves. */
  names(question: ImportNamesQuestion, options: TaskOptions): Promise<readonly string[] | null>;
  /** Waiting and running jobs, oldest first. */
  progress(): ImportProgressOut['data'];
}

export function createImportReader(workers: WorkerPool): ImportReader {
  const readings = new Set<{ readonly progressId: string | null; step: ImportStep | null }>();
  return {
    async run(job, { progressId, ...options }) {
      const reading = { progressId, step: null as ImportStep | null };
      const onStep = (step: ImportStep) => {
        reading.step = step;
      };
      readings.add(reading);
      try {
        const onTurn = () => onStep({ stage: 'parsing', done: 0, total: null });
        return await workers.run('readImport', job, { ...options, onTurn, onStep });
      } catch (cause) {
        throw cause instanceof WorkerStopped ? tooMuch(cause) : cause;
      } finally {
        readings.delete(reading);
      }
    },
    async names(question, options) {
      try {
        return await workers.run('importNames', question, options);
      } catch (cause) {
        throw cause instanceof WorkerStopped ? tooMuch(cause) : cause;
      }
    },
    progress: () =>
      [...readings].map(({ progressId, step }) => ({
        progressId,
        ...(step ?? { stage: 'waiting' as const, done: 0, total: null }),
      })),
  };
}

function tooMuch({ reason }: WorkerStopped) {
  const why = reason === 'time' ? 'Reading it takes longer than a minute.' : 'It needs too much memory.';
  return apiError('openapi_invalid', `The document cannot be imported. ${why}`);
}
