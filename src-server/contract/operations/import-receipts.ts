import {
  type ImportReceiptDetailOut,
  type ImportReceiptOut,
  type ImportUndoOut,
  importReceiptDetailOutSchema,
  importReceiptOutSchema,
  importUndoOutSchema,
} from '../import-receipt';
import { listQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/import-receipts`. */
export const importReceiptOperations = {
  list: operation({
    method: 'GET',
    path: '/event-type/import/receipt',
    query: listQuery,
    responses: { 200: pageOf<ImportReceiptOut>(importReceiptOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/event-type/import/receipt/{receipt}',
    responses: { 200: jsonOf<ImportReceiptDetailOut>(importReceiptDetailOutSchema) },
  }),
  undo: operation({
    method: 'POST',
    path: '/event-type/import/receipt/{receipt}/undo',
    query: {
      include_edited: {
        type: 'boolean',
        default: false,
        description:
          'True: also undo event types that were edited since and then set back to what the import wrote.',
      },
    },
    responses: { 200: jsonOf<ImportUndoOut>(importUndoOutSchema) },
  }),
};
