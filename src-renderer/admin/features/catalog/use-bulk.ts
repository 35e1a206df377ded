import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  EventTypeBulkEntry,
  EventTypeBulkResult,
} from '../../../../src-server/contract/event-type-bulk';
import { toast } from '../../../ui/toast-store';
import { useInstance } from '../../platform/instance';
import type { CatalogApi } from '../../platform/working-copy/catalog-api';
import { receiptMessage } from './bulk-labels';

type BulkResults = readonly EventTypeBulkResult[];

/** Changes many event types in one write. */
export async function postBulk(
  api: CatalogApi,
  eventTypes: readonly EventTypeBulkEntry[],
): Promise<BulkResults> {
  return (await api.call('POST /event-type-bulk', { body: { eventTypes } })).eventTypes;
}

/** What undoes a bulk change: only for types that nobody has changed since. */
function undoEntries(results: BulkResults): EventTypeBulkEntry[] {
  return results
    .filter(({ outcome }) => outcome === 'created' || outcome === 'changed' || outcome === 'removed')
    .map(({ name, before, version }) => ({
      name,
      ...(version === null ? {} : { ifVersion: version }),
      ...(before === null ? { remove: true } : { restore: before }),
    }));
}

/**
 * Changes many event types in one write, reports the result, and offers to undo it.
 * @param done what was done, before the count: "Archived"
 */
export function useBulk(done: string) {
  const { id, catalog: api } = useInstance();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [id, 'catalog'] });
  return useMutation({
    mutationFn: (entries: readonly EventTypeBulkEntry[]) => postBulk(api, entries),
    // Not done only when everything is read again: the sheet would cover the Undo that is offered already.
    onSuccess: (results) => {
      const undo = undoEntries(results);
      toast(
        receiptMessage(done, results),
        undo.length === 0
          ? null
          : async () => {
              const undone = await postBulk(api, undo);
              await refresh();
              const left = undone.filter(({ outcome }) => outcome === 'conflict' || outcome === 'missing');
              if (left.length > 0) {
                toast(`${left.length} not undone: changed by someone else since`);
              }
            },
      );
      void refresh();
    },
  });
}
