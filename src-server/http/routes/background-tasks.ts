import { notFound } from '../../base/errors';
import type { TaskStatus } from '../../contract/background-task';
import { backgroundTaskOperations } from '../../contract/operations/background-tasks';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import type { TaskFilter, TaskRecord, TaskStore } from '../../storage/installation/task-store';
import { type Route, route } from '../route';

interface BackgroundTaskRouteParts {
  readonly tasks: TaskRunner;
  readonly taskStore: TaskStore;
}

interface ListQuery {
  readonly limit?: number;
  readonly iterator?: string;
  readonly order?: 'ascending' | 'descending';
  readonly status?: TaskStatus;
  readonly task?: string;
}

/**
 * Work on many rows that continues after the call that started it. The sender sees all tasks; customers see those that
 * concern their own application, below its path. Kept for 90 days after they end.
 */
export function backgroundTaskRoutes({ tasks, taskStore }: BackgroundTaskRouteParts): readonly Route[] {
  async function respondWithList(given: ListQuery, appId?: string) {
    const { status, task, ...rest } = given;
    const filter: TaskFilter = {
      ...rest,
      status,
      task,
      appId,
    };
    const page = await taskStore.list(filter);
    return { status: 200 as const, body: { ...page, data: page.data.map(tasks.present) } };
  }

  /** @throws ApiError not_found, also for a task of an application other than `appId` */
  async function find(params: { readonly task: string }, appId?: string): Promise<TaskRecord> {
    const task = await taskStore.get(params.task);
    if (!task || (appId !== undefined && task.appId !== appId)) throw notFound('Background task');
    return task;
  }

  async function respondWithTask(task: TaskRecord | undefined) {
    if (!task) throw notFound('Background task');
    return { status: 200 as const, body: tasks.present(task) };
  }

  return [
    route(backgroundTaskOperations.list, {
      access: 'admin',
      summary: 'List background tasks, newest first.',
      handler: ({ query }) => respondWithList(query),
    }),
    route(backgroundTaskOperations.read, {
      access: 'admin',
      summary: 'Read one background task: its progress or receipt.',
      handler: async ({ params }) => respondWithTask(await find(params)),
    }),
    route(backgroundTaskOperations.stop, {
      access: 'admin',
      summary: 'Stop a background task. Completed work is kept; an ended task does not change.',
      handler: async ({ params }) => respondWithTask(await tasks.stopTask((await find(params)).id)),
    }),
    route(backgroundTaskOperations.listOfApplication, {
      access: 'portal',
      capability: 'ViewBase',
      summary: 'List the background tasks that work on an application, newest first.',
      handler: ({ application, query }) => respondWithList(query, application.id),
    }),
    route(backgroundTaskOperations.readOfApplication, {
      access: 'portal',
      capability: 'ViewBase',
      summary: 'Read one background task of an application: its progress or receipt.',
      handler: async ({ application, params }) => respondWithTask(await find(params, application.id)),
    }),
    route(backgroundTaskOperations.stopOfApplication, {
      access: 'portal',
      capability: 'CreateAttempts',
      summary: 'Stop a background task of an application. Completed work is kept.',
      handler: async ({ application, params }) =>
        respondWithTask(await tasks.stopTask((await find(params, application.id)).id)),
    }),
  ];
}
