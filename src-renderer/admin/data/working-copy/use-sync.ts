import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInstance } from '../../platform/instance';
import { syncProgress } from '../../platform/task-message';
import { workingCopyKey } from '../../platform/working-copy/copy-keys';
import { useLocalApi } from '../use-local-api';
import { noteSync, useRunningSync } from './running-sync';
import { useCopyRefresh } from './use-working-copy';

/** Polling interval while a sync runs. */
const LOOK_MS = 300;

/** Fetches, and compares both sides. */
export function useCompare() {
  const { id } = useInstance();
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: () => api.call('POST /connections/{id}/working-copy/compare', { path: { id } }),
    onSettled: refresh,
  });
}

/** Starts a sync. */
export function useBeginSync() {
  const { id } = useInstance();
  const api = useLocalApi();
  return useMutation({
    /** @param bodyText JSON text of a SyncIn, so that the spelling of values is kept */
    mutationFn: (bodyText: string) =>
      api.call('POST /connections/{id}/working-copy/sync', { path: { id }, bodyText }),
    onSuccess: (task) => noteSync(id, task.id),
  });
}

/** The last sync of this instance that was started here, polled until it ends. Then the catalog is read again. */
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
  const data = (task.data?.data ?? {}) as { readonly receiptId?: string };
  return {
    taskId,
    isRunning: taskId !== '' && !hasEnded,
    /** How far it is: "12 of 40, invoice.paid". */
    progress: syncProgress(data),
    /** Empty until it is known. */
    receiptId: data.receiptId ?? '',
    stopped: task.data?.data.stopped ?? false,
    /** Why the sync failed; null: it has not failed. */
    fault: task.data?.data.error ?? null,
    /** Why the progress could not be read; null: it could. */
    error: task.error,
  };
}

/** Stops a sync. What is already written stays. */
export function useStopSync() {
  const api = useLocalApi();
  return useMutation({
    mutationFn: (taskId: string) => api.call('POST /background-task/{task}/stop', { path: { task: taskId } }),
  });
}

/** The receipts of past syncs of this instance, newest first. */
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

/** The outcome of a sync for each event type. */
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

/** Adds the inverse of a sync to the working copy as changes. */
export function useUndoSync() {
  const api = useLocalApi();
  const refresh = useCopyRefresh();
  return useMutation({
    mutationFn: (receiptId: string) =>
      api.call('POST /sync-receipts/{receipt}/undo', { path: { receipt: receiptId } }),
    onSuccess: refresh,
  });
}
