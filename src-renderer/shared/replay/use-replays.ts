import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { useApiScope } from '../api-scope';
import { beginReplay, estimateReplay } from './call-replay';
import { type ReplayPlan, type ReplayTarget, replayCall } from './replay-plan';

/** How often a running replay is polled; live events may report it sooner, or get lost. */
const ASK_EVERY_MS = 1000;
const RECENT_SHOWN = 5;

/** What a plan would do at each target, in the order of the targets; empty without a plan. Queues nothing. */
export function useEstimates(plan: ReplayPlan | null) {
  const { api, key } = useApiScope();
  return useQueries({
    queries: (plan?.targets ?? []).map((target) => ({
      queryKey: [...key, 'replays', 'estimate', plan, target.endpointId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        estimateReplay(api, replayCall(plan as ReplayPlan, target), signal),
      gcTime: 0,
    })),
  });
}

/** Starts a plan at the given targets, one background task each. Tasks started before a failure continue. */
export function useStartReplay() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      plan,
      targets,
    }: {
      readonly plan: ReplayPlan;
      readonly targets: readonly ReplayTarget[];
    }) => Promise.all(targets.map((target) => beginReplay(api, replayCall(plan, target)))),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, 'replays', 'recent'] }),
  });
}

/** Replays in their current state, followed until they end. */
export function useReplayProgress(begun: readonly ReplayTaskOut[]): readonly ReplayTaskOut[] {
  const { api, key } = useApiScope();
  return useQueries({
    queries: begun.map((task) => ({
      queryKey: [...key, 'replays', 'task', task.id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.call('GET /app/{app}/background-task/{task}', { path: pathOf(task) }, signal),
      initialData: task,
      refetchInterval: ({ state }: { readonly state: { readonly data: ReplayTaskOut | undefined } }) =>
        state.data?.status === 'running' ? ASK_EVERY_MS : (false as const),
    })),
  }).map(({ data }) => data);
}

/** The newest replays of an endpoint, running or finished. */
export function useRecentReplays(appId: string, endpointId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'replays', 'recent', appId],
    queryFn: ({ signal }) =>
      api.call('GET /app/{app}/background-task', { path: { app: appId }, query: { limit: 50 } }, signal),
    select: ({ data }) => data.filter((task) => task.data.endpointId === endpointId).slice(0, RECENT_SHOWN),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'running') ? ASK_EVERY_MS : false,
  });
}

/** Stops replays; what they have queued stays queued. */
export function useStopReplays() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tasks: readonly ReplayTaskOut[]) =>
      Promise.all(
        tasks.map(async (task) => {
          const stopped = await api.call('POST /app/{app}/background-task/{task}/stop', {
            path: pathOf(task),
          });
          client.setQueryData([...key, 'replays', 'task', task.id], stopped);
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [...key, 'replays', 'recent'] }),
  });
}

/** Below its application, where its customer may query it too; a replay always has one. */
function pathOf({ id, data }: ReplayTaskOut) {
  return { app: data.appId ?? '', task: id };
}
