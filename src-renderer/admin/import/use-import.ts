import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OpenapiImportIn, OpenapiImportOut } from '../../../src-server/contract/openapi-import';
import { useInstance } from '../frame/instance';

/** Says what an import would do, or does it. */
export function useImport() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: OpenapiImportIn) =>
      api.post<OpenapiImportOut>('/event-type/import/openapi', request),
    onSuccess: (_answer, { dryRun }) =>
      dryRun ? undefined : client.invalidateQueries({ queryKey: [id, 'catalog'] }),
  });
}
