import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store';
import { useInstance } from '../../platform/instance';
import { postBulk } from './use-bulk';

/** Adds the event types of the sample, and offers to take them away again. */
export function useLoadSample() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [id, 'catalog'] });
  return useMutation({
    mutationFn: () => api.call('POST /sample/catalog'),
    onSuccess: ({ added }) => {
      toast(`Added ${added.length} sample event types`, async () => {
        // Those that were changed since are somebody's work by now.
        await postBulk(
          api,
          added.map((name) => ({ name, remove: true, ifVersion: 1 })),
        );
        await refresh();
      });
      return refresh();
    },
  });
}
