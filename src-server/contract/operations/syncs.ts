import { type BackgroundTaskOut, backgroundTaskOutSchema } from '../background-task';
import { jsonOf, operation } from '../operation';
import {
  type SyncIn,
  type SyncReceiptListOut,
  type SyncReceiptOut,
  syncInSchema,
  syncReceiptListOutSchema,
  syncReceiptOutSchema,
} from '../sync';
import { type PutBackOut, putBackOutSchema } from '../working-copy';

/** The operations behind `http/routes/syncs`. */
export const syncOperations = {
  begin: operation({
    method: 'POST',
    path: '/connections/{id}/working-copy/sync',
    body: jsonOf<SyncIn>(syncInSchema),
    emptyBody: true,
    responses: { 202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  listReceipts: operation({
    method: 'GET',
    path: '/connections/{id}/sync-receipts',
    responses: { 200: jsonOf<SyncReceiptListOut>(syncReceiptListOutSchema) },
  }),
  readReceipt: operation({
    method: 'GET',
    path: '/sync-receipts/{receipt}',
    responses: { 200: jsonOf<SyncReceiptOut>(syncReceiptOutSchema) },
  }),
  undo: operation({
    method: 'POST',
    path: '/sync-receipts/{receipt}/undo',
    responses: { 200: jsonOf<PutBackOut>(putBackOutSchema) },
  }),
};
