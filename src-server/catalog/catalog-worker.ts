import { parentPort } from 'node:worker_threads';
import { systemClock } from '../base/clock';
import type { RenderCatalog } from '../contract/public-catalog';
import type { ImportStep } from './import-job';
import { performTask, type TaskResult } from './perform-task';
import { createWorkerTasks, type Task } from './worker-tasks';

/*
 * What runs in a worker thread: one task at a time. Built as a file of its own, which the pool loads.
 */

/** A task, with a number to tell of it by. */
export type NumberedTask = Task & { readonly id: number };

/** How far a task has come. Null: it begins. */
export interface FromWorker {
  readonly id: number;
  readonly step: ImportStep | null;
}

/** The build puts the renderer beside this file, with the same ending. It is loaded when a page is first made. */
const renderer = import.meta.url.replace(/catalog-worker(\.m?js)$/, 'render-catalog$1');

const tasks = createWorkerTasks({
  clock: systemClock,
  async renderCatalog(catalog, assets) {
    const built: { readonly renderCatalog: RenderCatalog } = await import(/* @vite-ignore */ renderer);
    return built.renderCatalog(catalog, assets);
  },
});

/** Does one task; called by the pool. */
export async function work({ id, ...task }: NumberedTask): Promise<TaskResult> {
  const tell = (step: FromWorker['step']) => parentPort?.postMessage({ id, step } satisfies FromWorker);
  tell(null);
  return performTask(tasks, task, { clock: systemClock, tell });
}
