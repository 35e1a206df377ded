import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** The latest imports, newest first. */
export function useReceipts() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'imports', 'list'],
    queryFn: ({ signal }) => api.call('GET /event-type/import/receipt', { query: { limit: 50 } }, signal),
  });
}

/** One import with its document. */
export function useReceipt(receiptId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'imports', 'one', receiptId],
    queryFn: ({ signal }) =>
      api.call('GET /event-type/import/receipt/{receipt}', { path: { receipt: receiptId } }, signal),
    enabled: receiptId !== '',
    // A document of megabytes is not kept when unused.
    gcTime: 0,
  });
}

/** Reads an import with its document, to run it again. */
export function useReadReceipt() {
  const { api } = useInstance();
  return useMutation({
    mutationFn: (receiptId: string) =>
      api.call('GET /event-type/import/receipt/{receipt}', { path: { receipt: receiptId } }),
  });
}

/** An import to undo. */
interface ImportToUndo {
  readonly receiptId: string;
  /** Also what was edited since and set back to what the import wrote. */
  readonly includeEdited: boolean;
}

/** Restores the catalog to its state before an import. */
export function useUndoImport() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ receiptId, includeEdited }: ImportToUndo) =>
      api.call('POST /event-type/import/receipt/{receipt}/undo', {
        path: { receipt: receiptId },
        query: { include_edited: includeEdited },
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [id, 'catalog'] });
      return client.invalidateQueries({ queryKey: [id, 'imports'] });
    },
  });
}
