import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../base/clock';
import { accountOfThisThread } from '../../base/processor-wait';
import type { RenderCatalog } from '../../contract/public-catalog';
import type { ImportStep } from '../openapi/import-job';
import { createPageTasks, type WorkerTools } from './page-tasks';
import { performTask, type TaskResult } from './perform-task';
import type { Task, TaskName, WorkerTasks } from './worker-tasks';

/*
 * What runs in a worker thread: one task at a time. Built as a file of its own, which the pool loads.
 */

/** A task, with a number to identify it. */
export type NumberedTask = Task & { readonly id: number };

/** What a task reports: that it begins, in a thread with this account of its time (null: none), or its progress. */
export type FromWorker = { readonly id: number } & (
  | { readonly account: string | null }
  | { readonly step: ImportStep }
);

/** The build places the renderer next to this file, with the same extension. It is loaded when a page is first made. */
const renderer = import.meta.url.replace(/catalog-worker(\.m?js)$/, 'render-catalog$1');

const tools: WorkerTools = {
  clock: systemClock,
  async renderCatalog(catalog, assets) {
    const built: { readonly renderCatalog: RenderCatalog } = await import(/* @vite-ignore */ renderer);
    return built.renderCatalog(catalog, assets);
  },
};
const pageTasks = createPageTasks(tools);
let allTasks: Promise<WorkerTasks> | undefined;

/** Most of the code is of no use to pages, and loading it takes longer than making the first one. */
function tasksWith(name: TaskName): Partial<WorkerTasks> | Promise<WorkerTasks> {
  if (name in pageTasks) return pageTasks;
  allTasks ??= import('./worker-tasks').then(({ createWorkerTasks }) => createWorkerTasks(tools));
  return allTasks;
}

/** Runs one task; called by the pool. */
export async function work({ id, ...task }: NumberedTask): Promise<TaskResult> {
  const post = (message: FromWorker) => parentPort?.postMessage(message);
  const tell = (step: ImportStep) => post({ id, step });
  const tasks = await tasksWith(task.name);
  post({ id, account: accountOfThisThread() });
  return performTask(tasks, task, { clock: systemClock, tell });
}
