import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useInstance } from '../../platform/instance';
import { copyCheckKey, workingCopyKey } from '../../platform/working-copy/copy-keys';
import { useLocalApi } from '../use-local-api';
import { useWorkingCopy } from './use-working-copy';

const EVERY_MS = 60_000;

/**
 * Looks once a minute, and when the window gets the focus, whether the instance behind the working copy has changed.
 * Not while the window is hidden. Nothing that is edited changes; a failure is the state `offline` and no message.
 */
export function useCopyCheck(): void {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  const client = useQueryClient();
  const state = useWorkingCopy().data?.state ?? 'none';
  useQuery({
    queryKey: copyCheckKey(id),
    queryFn: async ({ signal }) => {
      const path = { id };
      const found = await api.call('POST /connections/{id}/working-copy/check', { path }, signal);
      client.setQueryData(workingCopyKey(id, 'state'), found);
      return found;
    },
    // A query without data is not asked again while it is asked: what is heard meanwhile would be lost.
    initialData: null,
    // Or it would count as fresh, and the first look would come a minute later.
    initialDataUpdatedAt: 0,
    enabled: isCopy && state !== 'none',
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}
