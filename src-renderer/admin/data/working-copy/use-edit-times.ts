import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../../platform/instance';
import { workingCopyKey } from '../../platform/working-copy/copy-keys';
import { useLocalApi } from '../use-local-api';

/** When event types of the working copy were last edited here, by name, as far as the journal reaches. */
export function useEditTimes() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'edit-times'),
    queryFn: async ({ signal }) => {
      const path = { id };
      const { data } = await api.call('GET /connections/{id}/working-copy/edit-times', { path }, signal);
      return new Map(data.map(({ name, editedAt }) => [name, editedAt]));
    },
    // A map is not plain data.
    structuralSharing: false,
    enabled: isCopy,
  });
}
