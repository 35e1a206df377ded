import type { Clock } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { ImportUndoOut } from '../../contract/import-receipt';
import { importReceiptOperations } from '../../contract/operations/import-receipts';
import type { ImportStore, ReceiptRecord } from '../../storage/catalog/import-store';
import { changeAuthor } from '../change-author';
import { presentReceipt, presentReceiptDetail } from '../presenters/import-presenters';
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
        'Event types that changed since the import stay as they are, and are listed in `left`; if that is all of them, nothing is undone, and it can be tried again. What was edited since and then set back to what the import wrote is asked about with `confirmation_needed`. The last ten imports can be undone.',
      errors: ['conflict', 'confirmation_needed'],
      async handler({ params, query, principal }) {
        const { id } = await find(params.receipt);
        const undone = await imports.undo(id, clock.now(), {
          author: changeAuthor(principal),
          includeEdited: query.include_edited ?? false,
        });
        if (!undone) {
          throw apiError('conflict', 'This import was already undone, or is too old to be undone.');
        }
        const { edited } = undone;
        if (edited.length > 0) {
          const were = edited.length === 1 ? 'was' : 'were';
          throw apiError(
            'confirmation_needed',
            `${listed(edited)} ${were} edited since, and set back to what the import wrote. Undo would restore the state before the import.`,
          );
        }
        if (undone.restored.length === 0) {
          throw apiError(
            'conflict',
            `${listed(undone.left)} changed since this import, so there is nothing to undo.`,
          );
        }
        onCatalogChanged();
        const body: ImportUndoOut = {
          receipt: presentReceipt(await find(id)),
          restored: [...undone.restored],
          left: [...undone.left],
        };
        return { status: 200, body };
      },
    }),
  ];
}

const NAMED_MAX = 5;

/** Names in a sentence: the first of them, and how many more there are. */
function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
