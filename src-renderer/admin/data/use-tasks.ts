import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import { announce } from '../../ui/toast-store';
import { useInstance, useLive } from '../platform/instance';
import { taskName, taskReceipt, withTask } from '../platform/task-message';

/** How many recent tasks are listed. */
const TASKS_MAX = 20;
/** Live events may get lost with the connection; running tasks are polled as well. */
const ASK_EVERY_MS = 5000;

/** The newest background tasks of the instance, newest first; the live feed keeps them fresh. */
export function useTasks() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const link = useLive((state) => state.link);
  // Changes made while the stream was down were not reported.
  useEffect(() => {
    if (link === 'live') void client.invalidateQueries({ queryKey: [id, 'tasks'] });
  }, [client, id, link]);
  return useQuery<readonly BackgroundTaskOut[]>({
    queryKey: [id, 'tasks'],
    queryFn: async ({ signal }) => {
      const page = await api.call('GET /background-task', { query: { limit: TASKS_MAX } }, signal);
      return page.data;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? ASK_EVERY_MS : false,
  });
}

/** Stops a task; what it has done stays done. */
export function useStopTask() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) => api.call('POST /background-task/{task}/stop', { path: { task: taskId } }),
    onSuccess: (task) =>
      client.setQueryData<readonly BackgroundTaskOut[]>([id, 'tasks'], (tasks) =>
        withTask(tasks ?? [], task),
      ),
  });
}

/** Announces to a screen reader when a task seen running has ended. */
export function useTaskEnds(tasks: readonly BackgroundTaskOut[]): void {
  const ran = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const task of tasks) {
      if (task.status !== 'running' && ran.current.has(task.id)) {
        announce(`${taskName(task)} has ended. ${taskReceipt(task)}`);
      }
    }
    ran.current = new Set(tasks.filter(({ status }) => status === 'running').map(({ id }) => id));
  }, [tasks]);
}
