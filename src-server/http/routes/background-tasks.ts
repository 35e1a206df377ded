import { notFound } from '../../base/errors';
import {
  backgroundTaskOutSchema,
  TASK_NAMES,
  TASK_STATUSES,
  type TaskStatus,
} from '../../contract/background-task';
import { listSchema } from '../../contract/list';
import type { TaskRunner } from '../../delivery/task-runner';
import type { TaskFilter, TaskRecord, TaskStore } from '../../storage/task-store';
import { orderedListQuery, pageRequest } from '../list-query';
import { type Route, type RouteAnswer, route } from '../route';

export interface BackgroundTaskRouteParts {
  readonly tasks: TaskRunner;
  readonly taskStore: TaskStore;
}

const query = {
  ...orderedListQuery,
  status: { type: 'string', enum: TASK_STATUSES, description: 'Only tasks with this status.' },
  task: { type: 'string', enum: TASK_NAMES, description: 'Only this kind of task.' },
} as const;

interface ListQuery {
  readonly limit?: number;
  readonly iterator?: string;
  readonly order?: string;
  readonly status?: string;
  readonly task?: string;
}

const list = { method: 'GET', query, answers: { 200: listSchema(backgroundTaskOutSchema) } } as const;
const one = { answers: { 200: backgroundTaskOutSchema } } as const;

/**
 * Work on many rows that goes on after the call that began it. The sender sees all of it; a customer, below the path
 * of their own application, what works on that. Kept for 90 days after its end.
 */
export function backgroundTaskRoutes({ tasks, taskStore }: BackgroundTaskRouteParts): readonly Route[] {
  async function answerList(given: ListQuery, appId?: string): Promise<RouteAnswer> {
    const { status, task, ...rest } = given;
    const filter: TaskFilter = {
      ...pageRequest(rest),
      status: status as TaskStatus | undefined,
      task,
      appId,
    };
    const page = await taskStore.list(filter);
    return { status: 200, body: { ...page, data: page.data.map(tasks.present) } };
  }

  /** @throws ApiError not_found, also for a task of another application than `appId` */
  async function find(params: Readonly<Record<string, string>>, appId?: string): Promise<TaskRecord> {
    const task = await taskStore.get(params.task ?? '');
    if (!task || (appId !== undefined && task.appId !== appId)) throw notFound('Background task');
    return task;
  }

  async function answerOne(task: TaskRecord | undefined): Promise<RouteAnswer> {
    if (!task) throw notFound('Background task');
    return { status: 200, body: tasks.present(task) };
  }

  return [
    route({
      ...list,
      path: '/background-task',
      access: 'admin',
      summary: 'List background tasks, newest first.',
      handler: ({ query }) => answerList(query),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/background-task/{task}',
      access: 'admin',
      summary: 'Read one background task: how far it has come, or its receipt.',
      handler: async ({ params }) => answerOne(await find(params)),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/background-task/{task}/stop',
      access: 'admin',
      summary: 'Stop a background task. What it has done stays done; one that has ended stays as it is.',
      handler: async ({ params }) => answerOne(await tasks.stopTask((await find(params)).id)),
    }),
    route({
      ...list,
      path: '/app/{app}/background-task',
      access: 'portal',
      capability: 'ViewBase',
      summary: 'List the background tasks that work on an application, newest first.',
      handler: ({ application, query }) => answerList(query, application.id),
    }),
    route({
      ...one,
      method: 'GET',
      path: '/app/{app}/background-task/{task}',
      access: 'portal',
      capability: 'ViewBase',
      summary: 'Read one background task of an application: how far it has come, or its receipt.',
      handler: async ({ application, params }) => answerOne(await find(params, application.id)),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/app/{app}/background-task/{task}/stop',
      access: 'portal',
      capability: 'CreateAttempts',
      summary: 'Stop a background task of an application. What it has done stays done.',
      handler: async ({ application, params }) =>
        answerOne(await tasks.stopTask((await find(params, application.id)).id)),
    }),
  ];
}
