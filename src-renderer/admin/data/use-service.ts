import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type { BackupResultOut } from '../../../src-server/contract/data-folder';
import type {
  CrashTestResult,
  LogLevelWord,
  PacingTestResult,
} from '../../../src-server/contract/diagnostics';
import type { CallInput } from '../../../src-server/contract/operation-call';
import { ApiFailure } from '../../api/api-failure';
import { useInstance } from '../platform/instance';
import { useRefreshingMutation } from './use-refreshing-mutation';

/** The state and activity of the current server. @param everyMs polling interval; absent: read once */
export function useService(everyMs?: number) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'service'],
    queryFn: ({ signal }) => api.call('GET /service', {}, signal),
    refetchInterval: everyMs ?? false,
  });
}

/** Its data folder and backups. */
export function useDataFolder() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'data-folder'],
    queryFn: ({ signal }) => api.call('GET /data', {}, signal),
  });
}

export function useDeleteBackup() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'data-folder'], (name: string) =>
    api.call('DELETE /data/backup/{backup}', { path: { backup: name } }),
  );
}

export function useRestore() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'data-folder'], (backup: string) =>
    api.call('POST /data/restore', { body: { backup } }),
  );
}

export function useKeepDatabase() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'data-folder'], () => api.call('DELETE /data/restore'));
}

/** Runs once when first shown, and again on request. */
export function useSelfCheck() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'self-check'],
    queryFn: ({ signal }) => api.call('POST /diagnostics/self-check', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

interface LogFilter {
  readonly level: LogLevelWord;
  readonly text: string;
}

const LOG_EVERY_MS = 3000;

/** The newest lines of the log; polled every few seconds while `follow`. */
export function useRecentLog({ level, text }: LogFilter, follow: boolean) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'log', level, text],
    queryFn: ({ signal }) => api.call('GET /diagnostics/log', { query: { level, text, limit: 500 } }, signal),
    refetchInterval: follow ? LOG_EVERY_MS : false,
    placeholderData: (before) => before,
  });
}

const TASK_EVERY_MS = 250;

/** The results of the jobs, by the operation that starts them. */
interface JobResults {
  readonly 'POST /data/backup': BackupResultOut;
  readonly 'POST /diagnostics/pacing-test': PacingTestResult;
  readonly 'POST /diagnostics/crash-test': CrashTestResult;
}

/** Starts a background task, and follows the one started last. */
export function useJob<N extends keyof JobResults>(name: N) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (input: CallInput<N>) =>
      api.call<keyof JobResults>(name, input as CallInput<keyof JobResults>),
    onSuccess: (begun) => client.setQueryData([id, 'job', name], begun),
  });
  const begun = useQuery({
    queryKey: [id, 'job', name],
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<BackgroundTaskOut>([id, 'job', name]);
      if (!known) return null;
      try {
        return await api.call('GET /background-task/{task}', { path: { task: known.id } }, signal);
      } catch (cause) {
        // After a restore, the server knows only the tasks that had ended when the backup was made.
        if (cause instanceof ApiFailure && cause.status === 404) return null;
        throw cause;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? TASK_EVERY_MS : false),
  });
  const stop = useMutation({
    mutationFn: (taskId: string) => api.call('POST /background-task/{task}/stop', { path: { task: taskId } }),
    onSuccess: (task) => client.setQueryData([id, 'job', name], task),
  });
  const task = begun.data ?? null;
  const data = task?.data as JobData<JobResults[N]> | undefined;
  return {
    task,
    data: data ?? null,
    result: data?.result ?? null,
    error: begin.error ?? stop.error ?? begun.error,
    isRunning: task?.status === 'running' || begin.isPending,
    begin: (input: CallInput<N>) => begin.mutate(input),
    stop: () => task && stop.mutate(task.id),
  };
}

/** The progress of a job, and its receipt at the end. */
type JobData<Result> = BackgroundTaskOut['data'] & {
  readonly result?: Result | null;
  readonly [count: string]: unknown;
};
