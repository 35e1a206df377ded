import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../../api/api-failure';
import { useInstance } from '../../platform/instance';
import { workingCopyKey } from '../../platform/working-copy/copy-keys';
import { useLocalApi } from '../use-local-api';

/** The three sides of one event type in the working copy; null: none of them has it. Idle without a working copy. */
export function useSides(name: string) {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'sides', name),
    queryFn: async ({ signal }) => {
      const operation = 'GET /connections/{id}/working-copy/event-types/{name}/sides';
      try {
        return await api.call(operation, { path: { id, name } }, signal);
      } catch (cause) {
        if (cause instanceof ApiFailure && cause.status === 404) return null;
        throw cause;
      }
    },
    enabled: isCopy && name !== '',
    retry: false,
  });
}
