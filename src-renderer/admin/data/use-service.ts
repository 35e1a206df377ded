import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type { DataFolderOut, RestoreOut } from '../../../src-server/contract/data-folder';
import type { LogLevelWord, RecentLogOut, SelfCheckOut } from '../../../src-server/contract/diagnostics';
import type { ServiceOut } from '../../../src-server/contract/service';
import { useInstance } from '../platform/instance';

/** What the server in view is and does. @param everyMs how often it is asked again; absent: once */
export function useService(everyMs?: number) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'service'],
    queryFn: ({ signal }) => api.get<ServiceOut>('/service', {}, signal),
    refetchInterval: everyMs ?? false,
  });
}

/** Its data folder and backups. */
export function useDataFolder() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'data-folder'],
    queryFn: ({ signal }) => api.get<DataFolderOut>('/data', {}, signal),
  });
}

export function useDeleteBackup() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.delete(`/data/backup/${encodeURIComponent(name)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'data-folder'] }),
  });
}

export function useRestore() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (backup: string) => api.post<RestoreOut>('/data/restore', { backup }),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'data-folder'] }),
  });
}

export function useKeepDatabase() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.delete('/data/restore'),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'data-folder'] }),
  });
}

/** Looks once when first shown, and again when asked. */
export function useSelfCheck() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'self-check'],
    queryFn: ({ signal }) => api.post<SelfCheckOut>('/diagnostics/self-check', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export interface LogFilter {
  readonly level: LogLevelWord;
  readonly text: string;
}

const LOG_EVERY_MS = 3000;

/** The newest lines of the log; asked for again every few seconds while `follow`. */
export function useRecentLog({ level, text }: LogFilter, follow: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'log', level, text],
    queryFn: ({ signal }) => api.get<RecentLogOut>('/diagnostics/log', { level, text, limit: 500 }, signal),
    refetchInterval: follow ? LOG_EVERY_MS : false,
    placeholderData: (before) => before,
  });
}

const TASK_EVERY_MS = 250;

/** Begins a background task, and follows the one that was begun last. */
export function useJob<Result>(path: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (body: object | undefined) => api.post<BackgroundTaskOut>(path, body),
    onSuccess: (begun) => client.setQueryData([id, 'job', path], begun),
  });
  const begun = useQuery({
    queryKey: [id, 'job', path],
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<BackgroundTaskOut>([id, 'job', path]);
      if (!known) return null;
      return api.get<BackgroundTaskOut>(`/background-task/${encodeURIComponent(known.id)}`, {}, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? TASK_EVERY_MS : false),
  });
  const stop = useMutation({
    mutationFn: (taskId: string) =>
      api.post<BackgroundTaskOut>(`/background-task/${encodeURIComponent(taskId)}/stop`),
    onSuccess: (task) => client.setQueryData([id, 'job', path], task),
  });
  const task = begun.data ?? null;
  const data = task?.data as JobData<Result> | undefined;
  return {
    task,
    data: data ?? null,
    result: data?.result ?? null,
    error: begin.error ?? stop.error ?? begun.error,
    isRunning: task?.status === 'running' || begin.isPending,
    begin: (body?: object) => begin.mutate(body),
    stop: () => task && stop.mutate(task.id),
  };
}

/** How far a job has come, and its receipt at the end. */
export type JobData<Result> = BackgroundTaskOut['data'] & {
  readonly result?: Result | null;
  readonly [count: string]: unknown;
};
