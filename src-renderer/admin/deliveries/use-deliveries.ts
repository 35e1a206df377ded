import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { AttemptOut, MessageEndpointOut } from '../../../src-server/contract/attempt';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ListResponse } from '../../../src-server/contract/list';
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import type { MessageOut } from '../../../src-server/contract/message';
import type { ApiClient } from '../../api/api-client';
import { listAll } from '../../api/list-all';
import { useInstance, useLive } from '../frame/instance';

const part = encodeURIComponent;
/** Endpoints whose history is read when the screen opens; more would be a request each for little. */
const ENDPOINTS_MAX = 24;
const ATTEMPTS_PER_ENDPOINT = 50;

export interface EarlierAttempts {
  /** Newest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Endpoints that were not asked because there are too many. */
  readonly leftOut: number;
}

/**
 * Attempts from before the page began to listen: the newest of each endpoint, of one application or of all.
 * @param appId an application; empty for all
 */
export function useEarlierAttempts(appId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'earlier', appId],
    queryFn: ({ signal }) => readEarlier(api, appId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
}

async function readEarlier(api: ApiClient, appId: string, signal: AbortSignal): Promise<EarlierAttempts> {
  const appIds = appId
    ? [appId]
    : (await listAll<ApplicationOut>(api, '/app', {}, signal)).map((application) => application.id);
  const pairs: { readonly appId: string; readonly endpointId: string }[] = [];
  for (const app of appIds) {
    const endpoints = await listAll<EndpointOut>(api, `/app/${part(app)}/endpoint`, {}, signal);
    pairs.push(...endpoints.map((endpoint) => ({ appId: app, endpointId: endpoint.id })));
    if (pairs.length > ENDPOINTS_MAX) break;
  }
  const lists = await Promise.all(
    pairs.slice(0, ENDPOINTS_MAX).map(async (pair) => {
      const path = `/app/${part(pair.appId)}/attempt/endpoint/${part(pair.endpointId)}`;
      const query = { limit: ATTEMPTS_PER_ENDPOINT, with_msg: true, with_content: false };
      const page = await api.get<ListResponse<AttemptOut>>(path, query, signal);
      return page.data.map((attempt) => ({
        ...attempt,
        appId: pair.appId,
        eventType: attempt.msg?.eventType ?? '',
      }));
    }),
  );
  return {
    attempts: lists.flat().sort((a, b) => b.timestamp.localeCompare(a.timestamp)),
    leftOut: Math.max(0, pairs.length - ENDPOINTS_MAX),
  };
}

/** Live attempts first, then those from before, none twice. */
export function mergeAttempts(
  live: readonly LiveAttempt[],
  earlier: readonly LiveAttempt[],
): readonly LiveAttempt[] {
  const known = new Set(live.map(({ id }) => id));
  return [...live, ...earlier.filter(({ id }) => !known.has(id))].sort((a, b) =>
    b.timestamp.localeCompare(a.timestamp),
  );
}

export function useMessage(appId: string, msgId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'message', msgId],
    queryFn: ({ signal }) => api.get<MessageOut>(`/app/${part(appId)}/msg/${part(msgId)}`, {}, signal),
  });
}

/** All attempts of one message, newest first, with their responses; read again when a live event tells of more. */
export function useAttempts(appId: string, msgId: string) {
  const { id, api } = useInstance();
  const announced = useLive((state) => state.attempts.filter((attempt) => attempt.msgId === msgId).length);
  return useQuery({
    queryKey: [id, 'deliveries', 'attempts', msgId],
    queryFn: async ({ signal }) => {
      const path = `/app/${part(appId)}/attempt/msg/${part(msgId)}`;
      const page = await api.get<ListResponse<AttemptOut>>(path, { limit: 250 }, signal);
      return page.data;
    },
    // Not by invalidation: an event that comes while the first answer is on its way would be lost.
    refetchInterval: ({ state }) => (state.data && state.data.length < announced ? 200 : false),
  });
}

/** Every endpoint that one message goes to, with the state of its delivery. */
export function useDestinations(appId: string, msgId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'destinations', msgId],
    queryFn: ({ signal }) =>
      listAll<MessageEndpointOut>(api, `/app/${part(appId)}/msg/${part(msgId)}/endpoint`, {}, signal),
    refetchInterval: ({ state }) => askAgainInMs(state.data ?? []),
  });
}

/** Soon while something is about to happen, now and then while it waits for long, never when all is over. */
function askAgainInMs(destinations: readonly MessageEndpointOut[]): number | false {
  const open = destinations.filter(({ statusText }) => statusText === 'pending' || statusText === 'sending');
  if (destinations.length > 0 && open.length === 0) return false;
  const soon = open.some(
    ({ nextAttempt, disabled, paused }) =>
      !disabled && !paused && (!nextAttempt || Date.parse(nextAttempt) - Date.now() < 3000),
  );
  return soon || destinations.length === 0 ? 500 : 3000;
}

export function useResend(appId: string, msgId: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (endpointId: string) =>
      api.post<unknown>(`/app/${part(appId)}/msg/${part(msgId)}/endpoint/${part(endpointId)}/resend`),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'deliveries'] }),
  });
}
