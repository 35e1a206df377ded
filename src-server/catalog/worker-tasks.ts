import type { PayloadCheckOut } from '../contract/payload-check';
import { type ImportJob, type ImportJobResult, type ImportStep, runImportJob } from './import-job';
import { PayloadChecks } from './payload-checks';

/** While webhooks are read, every so many of them are told. */
const STEP_EVERY = 20;

/** Tells whoever waits how far a task has come. */
export type Tell = (step: ImportStep) => void;

/**
 * Everything that costs by its content, and therefore runs in a worker. What goes in and comes out is copied between
 * threads: JSON stays text, because a text is copied at once and a tree object by object, and would lose the order of
 * its keys.
 */
export interface WorkerTasks {
  /** Holds a payload against a schema, both as JSON text. */
  checkPayload(input: { readonly schema: string; readonly payload: string }): PayloadCheckOut;
  /** Reads an OpenAPI document and compares it with the catalog. */
  readImport(job: ImportJob, tell: Tell): Promise<ImportJobResult>;
}

export type TaskName = keyof WorkerTasks;
export type TaskInput<N extends TaskName> = Parameters<WorkerTasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<WorkerTasks[N]>>;

/** A task with what it works on. */
export interface Task<N extends TaskName = TaskName> {
  readonly name: N;
  readonly input: TaskInput<N>;
}

/** The tasks, with what they remember from one time to the next. */
export function createWorkerTasks(): WorkerTasks {
  const checks = new PayloadChecks();
  return {
    checkPayload: ({ schema, payload }) => checks.of(schema)(JSON.parse(payload)),
    readImport: (job, tell) =>
      runImportJob(job, (step) => {
        if (step.stage !== 'reading' || step.done % STEP_EVERY === 0) tell(step);
      }),
  };
}
