import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackgroundTaskOut } from '../../../src-server/contract/background-task';
import type { ReplaySkippedOut } from '../../../src-server/contract/replay';
import { beginReplay, estimateReplay, type ReplayCall } from '../../shared/replay/call-replay';
import { useInstance } from '../platform/instance';
import type { ReplayPlan, ReplayTarget } from './replay-plan';

/** Live events tell every move; this finds what was missed while the connection was lost. */
const ASK_EVERY_MS = 1000;

/** A replay that was begun, with what its kind says beside what every task says. */
export interface ReplayTask extends BackgroundTaskOut {
  readonly data: BackgroundTaskOut['data'] & {
    readonly found?: number;
    readonly queued?: number;
    readonly skipped?: ReplaySkippedOut;
    readonly estimatedSeconds?: number | null;
  };
}

/** What a plan would do at each target, in the order of the targets. Nothing is queued. */
export function useEstimates(plan: ReplayPlan | null) {
  const { id, api } = useInstance();
  return useQueries({
    queries: (plan?.targets ?? []).map((target) => ({
      queryKey: [id, 'replays', 'estimate', plan, target.endpointId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        estimateReplay(api, callOf(plan as ReplayPlan, target), signal),
      gcTime: 0,
      retry: false,
    })),
  });
}

/** Begins a plan at the targets given, one background task each. What was begun before a failure goes on. */
export function useStartReplay() {
  const { api } = useInstance();
  return useMutation({
    mutationFn: ({
      plan,
      targets,
    }: {
      readonly plan: ReplayPlan;
      readonly targets: readonly ReplayTarget[];
    }) => Promise.all(targets.map((target) => beginReplay(api, callOf(plan, target)))),
  });
}

/** The two kinds other than `bulk-replay` know a range only. */
function callOf({ kind, body }: ReplayPlan, { appId, endpointId, messageIds }: ReplayTarget): ReplayCall {
  const { since, until } = body;
  return {
    kind,
    path: { app: appId, endpoint: endpointId },
    body:
      kind === 'bulk-replay'
        ? { ...body, ...(messageIds ? { messageIds } : {}) }
        : { since, ...(until ? { until } : {}) },
  };
}

/** Tasks as they are now, followed until they end. */
export function useTasks(begun: readonly ReplayTask[]): readonly ReplayTask[] {
  const { id, api } = useInstance();
  return useQueries({
    queries: begun.map((task) => ({
      queryKey: [id, 'replays', 'task', task.id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.call('GET /background-task/{task}', { path: { task: task.id } }, signal),
      initialData: task,
      refetchInterval: ({ state }: { readonly state: { readonly data: ReplayTask | undefined } }) =>
        state.data?.status === 'running' ? ASK_EVERY_MS : (false as const),
    })),
  }).map(({ data }) => data);
}

/** The newest replays of an endpoint, running or over. */
export function useRecentReplays(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'replays', 'recent', appId],
    queryFn: ({ signal }) =>
      api.call('GET /app/{app}/background-task', { path: { app: appId }, query: { limit: 50 } }, signal),
    select: ({ data }) => data.filter((task) => task.data.endpointId === endpointId).slice(0, 5),
    placeholderData: (before) => before,
  });
}

/** Stops tasks; what they have queued stays queued. */
export function useStopTasks() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tasks: readonly ReplayTask[]) =>
      Promise.all(
        tasks.map(async (task) => {
          const stopped = await api.call('POST /background-task/{task}/stop', { path: { task: task.id } });
          client.setQueryData([id, 'replays', 'task', task.id], stopped);
        }),
      ),
  });
}
