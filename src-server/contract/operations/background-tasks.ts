import {
  type BackgroundTaskOut,
  backgroundTaskOutSchema,
  TASK_NAMES,
  TASK_STATUSES,
} from '../background-task';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

const query = {
  ...orderedListQuery,
  status: { type: 'string', enum: TASK_STATUSES, description: 'Only tasks with this status.' },
  task: { type: 'string', enum: TASK_NAMES, description: 'Only this kind of task.' },
} as const;

/** The operations behind `http/routes/background-tasks`. */
export const backgroundTaskOperations = {
  list: operation({
    method: 'GET',
    path: '/background-task',
    query,
    responses: { 200: pageOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/background-task/{task}',
    responses: { 200: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  stop: operation({
    method: 'POST',
    path: '/background-task/{task}/stop',
    responses: { 200: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  listOfApplication: operation({
    method: 'GET',
    path: '/app/{app}/background-task',
    query,
    responses: { 200: pageOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  readOfApplication: operation({
    method: 'GET',
    path: '/app/{app}/background-task/{task}',
    responses: { 200: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  stopOfApplication: operation({
    method: 'POST',
    path: '/app/{app}/background-task/{task}/stop',
    responses: { 200: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
};
