import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplayTaskOut } from '../../../src-server/contract/replay';
import { REPLAY_SCOPES, type ReplayScope } from '../../../src-server/contract/replay-scopes';
import type { ApiClient } from '../../api/api-client';
import { useApiScope } from '../api-scope';
import { beginReplays, estimateReplay } from './call-replay';
import { isPossible, type ReplayCall, type ReplayChoice, replayCall } from './replay-choice';
import type { ScopeCount, TargetCount } from './scope-count';

/** How often a running replay is polled; live events may report it sooner, or get lost. */
const ASK_EVERY_MS = 1000;
const RECENT_SHOWN = 5;
const COUNTED_AT_ONCE = 4;

/**
 * What each scope of a choice has, in the order of `REPLAY_SCOPES`; nothing without a choice. Queues nothing. A scope
 * that no message can be in is not asked for.
 */
export function useScopeCounts(choice: ReplayChoice | null) {
  const { api, key } = useApiScope();
  const scopes = choice ? REPLAY_SCOPES.filter((scope) => isPossible(scope, choice)) : [];
  const queries = useQueries({
    queries: scopes.map((scope) => ({
      queryKey: [...key, 'replays', 'count', scope, choice],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        countScope(api, choice as ReplayChoice, scope, signal),
      gcTime: 0,
    })),
  });
  return queries.map((query, n) => ({ scope: scopes[n] as ReplayScope, query }));
}

/** Endpoint by endpoint, a few at a time: a filter may mean hundreds. */
async function countScope(
  api: ApiClient,
  choice: ReplayChoice,
  scope: ReplayScope,
  signal: AbortSignal,
): Promise<ScopeCount> {
  const counts: TargetCount[] = [];
  for (let from = 0; from < choice.targets.length; from += COUNTED_AT_ONCE) {
    const some = choice.targets.slice(from, from + COUNTED_AT_ONCE);
    counts.push(
      ...(await Promise.all(
        some.map(async (target) => ({
          target,
          estimate: await estimateReplay(api, replayCall(choice, scope, target), signal),
        })),
      )),
    );
  }
  return { scope, counts };
}

/** Starts replays, one background task each. */
export function useStartReplays() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (calls: readonly ReplayCall[]) => beginReplays(api, calls),
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
