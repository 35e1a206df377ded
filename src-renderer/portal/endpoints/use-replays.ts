import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListResponse } from '../../../src-server/contract/list';
import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import { usePortalSession } from '../session/portal-session';
import { type ReplayTask, useEndpointPath } from './use-endpoints';

export type ReplayKind = 'recover' | 'replay-missing';

const RUNNING_EVERY_MS = 1000;
const TASKS_SHOWN = 5;

/** What a replay would do; nothing is queued. */
export function useEstimate(endpointId: string, kind: ReplayKind, since: string) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  return useQuery({
    queryKey: ['replays', 'estimate', endpointId, kind, since],
    queryFn: ({ signal }) => api.post<ReplayEstimateOut>(`${path}/${kind}`, { since, dryRun: true }, signal),
    gcTime: 0,
  });
}

/** Begins a replay. */
export function useStartReplay(endpointId: string, kind: ReplayKind) {
  const { api } = usePortalSession();
  const path = useEndpointPath(endpointId);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (since: string) => api.post<ReplayTask>(`${path}/${kind}`, { since }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['replays', 'tasks'] }),
  });
}

/** The newest replays of an endpoint, followed while one runs. */
export function useReplayTasks(endpointId: string) {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['replays', 'tasks', endpointId],
    queryFn: async ({ signal }) => {
      const path = `/app/${encodeURIComponent(application.id)}/background-task`;
      const { data } = await api.get<ListResponse<ReplayTask>>(path, { limit: 50 }, signal);
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
      api.post<ReplayTask>(`/app/${encodeURIComponent(application.id)}/background-task/${taskId}/stop`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['replays', 'tasks'] }),
  });
}
