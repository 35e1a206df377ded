import { useQuery } from '@tanstack/react-query';
import type { MessageEndpointOut, StatusText } from '../../../src-server/contract/attempt';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ExplanationOut } from '../../../src-server/contract/explanation';
import { withLocalTimes } from '../../../src-server/contract/utc-moment';
import { listAll } from '../../api/list-all';
import { useApiScope } from '../api-scope';
import { isOpen } from './is-open';

const WHILE_OPEN_MS = 2000;
/** Somebody else may send it again. */
const AFTERWARDS_MS = 10_000;

/** A message at one endpoint of its application: what became of it, and why. */
export interface MessageDelivery extends ExplanationOut {
  readonly url: string;
  /** How its deliveries ended. Null: it was never sent there. */
  readonly statusText: StatusText | null;
  /** The endpoint as it is now. Null: it is deleted. */
  readonly endpoint: EndpointOut | null;
}

/**
 * What became of a message at every endpoint of its application, and at deleted ones that it was meant for: those it
 * was sent to first, by id. Kept up to date while shown.
 */
export function useMessageDeliveries(appId: string, msgId: string) {
  const { api, key } = useApiScope();
  return useQuery({
    queryKey: [...key, 'deliveries', 'everywhere', msgId],
    queryFn: async ({ signal }) => {
      const path = { app: appId, message: msgId };
      const query = { expanded_statuses: true };
      const [reached, explained, living] = await Promise.all([
        listAll(api, 'GET /app/{app}/msg/{message}/endpoint', { path, query }, signal),
        listAll(api, 'GET /app/{app}/msg/{message}/why', { path }, signal),
        listAll(api, 'GET /app/{app}/endpoint', { path: { app: appId } }, signal),
      ]);
      return joinDeliveries(reached, explained, living);
    },
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => isOpen(delivery) || delivery.nextAttempt)
        ? WHILE_OPEN_MS
        : AFTERWARDS_MS,
  });
}

/** Joins three lists that were read one after another: an endpoint may be missing from some of them. */
export function joinDeliveries(
  reached: readonly MessageEndpointOut[],
  explained: readonly ExplanationOut[],
  living: readonly EndpointOut[],
): readonly MessageDelivery[] {
  const reachedById = new Map(reached.map((endpoint) => [endpoint.id, endpoint]));
  const livingById = new Map(living.map((endpoint) => [endpoint.id, endpoint]));
  const all = explained.flatMap((explanation) => {
    const { endpointId } = explanation;
    const endpoint = livingById.get(endpointId) ?? null;
    const { url, statusText } = reachedById.get(endpointId) ?? { url: endpoint?.url, statusText: null };
    const sentence = withLocalTimes(explanation.sentence);
    return url === undefined ? [] : [{ ...explanation, sentence, url, statusText, endpoint }];
  });
  const wasSent = ({ state }: MessageDelivery) => state !== 'not-sent' && state !== 'removed';
  return [...all.filter(wasSent), ...all.filter((delivery) => !wasSent(delivery))];
}
