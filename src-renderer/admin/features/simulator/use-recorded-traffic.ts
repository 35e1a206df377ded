import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../../platform/instance';
import type { TrafficChoice } from './simulator-choice';
import { recordedShape, type TrafficShape } from './traffic-shape';

const STEPS = { hour: { stepS: 60, lengthS: 3600 }, minutes: { stepS: 1, lengthS: 300 } } as const;
/** How many recent attempts the typical latency is computed from. */
const ATTEMPTS = 50;

/** What an endpoint received recently. Read once: data that changes while being viewed cannot be compared. */
export function useRecordedTraffic(traffic: TrafficChoice) {
  const { id, api } = useInstance();
  const { appId, endpointId, window } =
    traffic.kind === 'recorded' ? traffic : { appId: '', endpointId: '', window: 'hour' as const };
  return useQuery({
    queryKey: [id, 'deliveries', 'recorded', endpointId, window],
    queryFn: async ({ signal }): Promise<TrafficShape> => {
      const { stepS, lengthS } = STEPS[window];
      const until = Math.floor(Date.now() / 1000 / stepS) * stepS;
      const range = { fromS: until - lengthS, untilS: until, stepS };
      const history = await api.call(
        'GET /app/{app}/endpoint/{endpoint}/history',
        {
          path: { app: appId, endpoint: endpointId },
          query: { step: stepS, since: iso(range.fromS), until: iso(range.untilS) },
        },
        signal,
      );
      return recordedShape(history.data, range);
    },
    enabled: endpointId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** How long the receiver of an endpoint recently took to answer, as the median in ms; null: it did not answer. */
export function useTypicalResponse(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'typical-answer', endpointId],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { limit: ATTEMPTS, with_content: false };
      const { data } = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        { path: { app: appId, endpoint: endpointId }, query },
        signal,
      );
      const tookMs = data
        .filter(({ responseStatusCode }) => responseStatusCode > 0)
        .map(({ responseDurationMs }) => responseDurationMs)
        .sort((a, b) => a - b);
      return tookMs[Math.floor(tookMs.length / 2)] ?? null;
    },
    enabled: endpointId !== '',
  });
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
