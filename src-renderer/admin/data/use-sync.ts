import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInstance } from '../platform/instance';
import { noteSync, useRunningSync } from './running-sync';
import { useLocalApi } from './use-local-api';
import { useCopyRefresh, workingCopyKey } from './use-working-copy';

/** How often a sync that runs is looked at. */
const LOOK_MS = 300;

/** Fetches, and says what changed on which side. */
export function useCompare() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: () => api.call('POST /connections/{id}/working-copy/compare', { path: { id } }),
    onSettled: refresh,
  });
}

/** The content of an event type as the instance has it now, as JSON text; null: it has none. */
export function useTheirContent(name: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: workingCopyKey(id, 'theirs', name),
    queryFn: async ({ signal }) => {
      const answer = api.callText('GET /event-type/{name}', { path: { name } }, { signal });
      return await answer.then(
        ({ text }) => text,
        (cause) => {
          if (cause?.status === 404) return null;
          throw cause;
        },
      );
    },
    enabled: name !== '',
  });
}

/** Begins a sync. */
export function useBeginSync() {
  const { id } = useInstance();
  const api = useLocalApi();
  return useMutation({
    /** @param bodyText JSON text of a SyncIn, so that values stay as they were written */
    mutationFn: (bodyText: string) =>
      api.call('POST /connections/{id}/working-copy/sync', { path: { id }, bodyText }),
    onSuccess: (task) => noteSync(id, task.id),
  });
}

/** The sync of the instance in view that was begun here, looked at until it has ended. Its end makes the catalog stale. */
export function useSyncTask() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  const taskId = useRunningSync(({ tasks }) => tasks.get(id)) ?? '';
  const task = useQuery({
    queryKey: [id, 'sync-task', taskId],
    queryFn: ({ signal }) => api.call('GET /background-task/{task}', { path: { task: taskId } }, signal),
    enabled: taskId !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'running' || !state.data ? LOOK_MS : false),
  });
  const hasEnded = task.data !== undefined && task.data.status !== 'running';
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded, refresh]);
  const data = (task.data?.data ?? {}) as { readonly receiptId?: string; readonly ended?: number };
  return {
    taskId,
    isRunning: taskId !== '' && !hasEnded,
    /** Items that have ended. */
    ended: data.ended ?? 0,
    /** Empty while it is not known. */
    receiptId: data.receiptId ?? '',
    stopped: task.data?.data.stopped ?? false,
    /** Why the sync failed; null: it did not. */
    fault: task.data?.data.error ?? null,
    /** Why its progress could not be read. */
    error: task.error,
  };
}

/** Stops a sync; what is written stays written. */
export function useStopSync() {
  const api = useLocalApi();
  return useMutation({
    mutationFn: (taskId: string) => api.call('POST /background-task/{task}/stop', { path: { task: taskId } }),
  });
}

/** The syncs of the instance in view, newest first. */
export function useSyncReceipts() {
  const { id, isCopy } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'receipts'),
    queryFn: async ({ signal }) => {
      const { data } = await api.call('GET /connections/{id}/sync-receipts', { path: { id } }, signal);
      return data;
    },
    enabled: isCopy,
  });
}

/** What became of each event type in a sync. */
export function useSyncReceipt(receiptId: string) {
  const { id } = useInstance();
  const api = useLocalApi();
  return useQuery({
    queryKey: workingCopyKey(id, 'receipt', receiptId),
    queryFn: ({ signal }) =>
      api.call('GET /sync-receipts/{receipt}', { path: { receipt: receiptId } }, signal),
    enabled: receiptId !== '',
  });
}

/** Puts the inverse of a sync into the working copy as changes. */
export function useUndoSync() {
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: (receiptId: string) =>
      api.call('POST /sync-receipts/{receipt}/undo', { path: { receipt: receiptId } }),
    onSuccess: refresh,
  });
}
