import { type BackgroundTaskOut, backgroundTaskOutSchema } from '../background-task';
import {
  type DataFolderOut,
  dataFolderOutSchema,
  type RestoreIn,
  type RestoreOut,
  restoreInSchema,
  restoreOutSchema,
} from '../data-folder';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/data-folder`. */
export const dataFolderOperations = {
  read: operation({
    method: 'GET',
    path: '/data',
    responses: { 200: jsonOf<DataFolderOut>(dataFolderOutSchema) },
  }),
  createBackup: operation({
    method: 'POST',
    path: '/data/backup',
    responses: { 202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  deleteBackup: operation({
    method: 'DELETE',
    path: '/data/backup/{backup}',
    responses: { 204: null },
  }),
  restore: operation({
    method: 'POST',
    path: '/data/restore',
    body: jsonOf<RestoreIn>(restoreInSchema),
    responses: { 202: jsonOf<RestoreOut>(restoreOutSchema) },
  }),
  cancelRestore: operation({
    method: 'DELETE',
    path: '/data/restore',
    responses: { 204: null },
  }),
};
