import type { Clock } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { ImportUndoOut } from '../../contract/import-receipt';
import { importReceiptOperations } from '../../contract/operations/import-receipts';
import type { ImportStore, ReceiptRecord } from '../../storage/import-store';
import { changeAuthor } from '../change-author';
import { presentReceipt, presentReceiptDetail } from '../import-presenters';
import { type Route, route } from '../route';

interface ImportReceiptRouteParts {
  readonly imports: ImportStore;
  readonly clock: Clock;
  /** Called after an undo, which may have changed the catalog. */
  readonly onCatalogChanged: () => void;
}

/** What imports did, and how to undo them. */
export function importReceiptRoutes({
  imports,
  clock,
  onCatalogChanged,
}: ImportReceiptRouteParts): readonly Route[] {
  /** @throws ApiError not_found */
  async function find(id: string): Promise<ReceiptRecord> {
    const record = await imports.getReceipt(id);
    if (!record) throw notFound('Import');
    return record;
  }

  return [
    route(importReceiptOperations.list, {
      access: 'admin',
      summary: 'List what imports did, newest first.',
      async handler({ query }) {
        const page = await imports.listReceipts(query);
        return { status: 200, body: { ...page, data: page.data.map(presentReceipt) } };
      },
    }),
    route(importReceiptOperations.read, {
      access: 'admin',
      summary: 'Read what an import did, with its document to run it again.',
      async handler({ params }) {
        const record = await find(params.receipt);
        const body = presentReceiptDetail(record, await imports.readDocument(record.id));
        return { status: 200, body };
      },
    }),
    route(importReceiptOperations.undo, {
      access: 'admin',
      summary: 'Undo an import, all or nothing.',
      description:
        'Event types that changed since the import stay as they are, and are listed in `left`. The last ten imports can be undone.',
      errors: ['conflict'],
      async handler({ params, principal }) {
        const { id } = await find(params.receipt);
        const undone = await imports.undo(id, clock.now(), changeAuthor(principal));
        if (!undone) {
          throw apiError('conflict', 'This import was already undone, or is too old to be undone.');
        }
        onCatalogChanged();
        const answer: ImportUndoOut = {
          receipt: presentReceipt(await find(id)),
          restored: [...undone.restored],
          left: [...undone.left],
        };
        return { status: 200, body: answer };
      },
    }),
  ];
}
