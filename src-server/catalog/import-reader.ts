import { apiError } from '../base/errors';
import type { ImportProgressOut } from '../contract/import-progress';
import type { ImportJob, ImportJobResult, ImportStep } from './import-job';
import type { WorkerPool } from './worker-pool';
import type { TaskOptions } from './worker-queue';
import { WorkerStopped } from './worker-stopped';

/** For whom a document is read, and how the reading is told apart. */
export interface ImportJobOptions extends Pick<TaskOptions, 'caller' | 'onGone'> {
  /** As the caller gave it; null when it gave none. */
  readonly progressId: string | null;
}

/** Reads documents in a worker, one after the other, and knows how far each has come. */
export interface ImportReader {
  /** Throws ApiError, as the document deserves it. */
  run(job: ImportJob, options: ImportJobOptions): Promise<ImportJobResult>;
  /** What waits or runs, oldest first. */
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
