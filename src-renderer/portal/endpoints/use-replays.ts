import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { beginReplay, estimateReplay } from '../../shared/replay/call-replay';
import { usePortalSession } from '../session/portal-session';
import { useEndpointPath } from './use-endpoints';

export type ReplayKind = 'recover' | 'replay-missing';

const RUNNING_EVERY_MS = 1000;
const TASKS_SHOWN = 5;

/** What a replay would do; nothing is queued. */
export function useEstimate(endpointId: string, kind: ReplayKind, since: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['replays', 'estimate', endpointId, kind, since],
    queryFn: ({ signal }) => estimateReplay(api, { kind, path, body: { since } }, signal),
    gcTime: 0,
  });
}

/** Begins a replay. */
export function useStartReplay(endpointId: string, kind: ReplayKind) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (since: string) => beginReplay(api, { kind, path, body: { since } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['replays', 'tasks'] }),
  });
}

/** The newest replays of an endpoint, followed while one runs. */
export function useReplayTasks(endpointId: string) {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['replays', 'tasks', endpointId],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(
        'GET /app/{app}/background-task',
        { path: { app: application.id }, query: { limit: 50 } },
        signal,
      );
      return data.filter((task) => task.data.endpointId === endpointId).slice(0, TASKS_SHOWN);
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? RUNNING_EVERY_MS : false,
  });
}

/** Stops a replay; what it has queued stays queued. */
export function useStopReplay() {
  const { api, application } = usePortalSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) =>
      api.call('POST /app/{app}/background-task/{task}/stop', {
        path: { app: application.id, task: taskId },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['replays', 'tasks'] }),
  });
}
