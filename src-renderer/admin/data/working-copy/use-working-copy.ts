import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CopyStepsOut } from '../../../../src-server/contract/working-copy';
import { useInstance } from '../../platform/instance';
import { workingCopyKey } from '../../platform/working-copy/copy-keys';
import { useLocalApi } from '../use-local-api';

/** The state of the working copy of this instance; idle if the instance is edited directly. */
export function useWorkingCopy() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'state'),
    queryFn: ({ signal }) => api.call('GET /connections/{id}/working-copy', { path: { id } }, signal),
    enabled: isCopy,
  });
}

/** Reads the catalog of the instance into its working copy. Local edits stay. */
export function useFetchCopy() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: () => api.call('POST /connections/{id}/working-copy/fetch', { path: { id } }),
    // After a failure too: the state then says that the instance is offline.
    onSettled: refresh,
  });
}

/** The next edit to undo or to redo. */
export type CopyStep = NonNullable<CopyStepsOut['undo']>;
export type StepDirection = 'undo' | 'redo';

/** The next edit to undo and to redo, as last read; each null: there is none. */
export function useNextSteps() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'steps'),
    queryFn: ({ signal }) => api.call('GET /connections/{id}/working-copy/steps', { path: { id } }, signal),
    enabled: isCopy,
  });
}

/** Reads the journal of the working copy, and undoes or redoes one of its edits. */
export function useCopySteps() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return {
    /** The next one; null: there is none. */
    read: async (direction: StepDirection) =>
      (await api.call('GET /connections/{id}/working-copy/steps', { path: { id } }))[direction],
    /** Exactly this edit, whoever made it. */
    take: async (direction: StepDirection, { edit }: CopyStep) => {
      const input = { path: { id }, query: { edit } };
      const done = await api.call(`POST /connections/{id}/working-copy/${direction}`, input);
      await refresh();
      return done;
    },
  };
}

/** Invalidates all queries about the catalog. */
export function useCopyRefresh(): () => Promise<void> {
  const { id } = useInstance();
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [id, 'catalog'] }), [client, id]);
}
