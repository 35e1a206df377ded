import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useInstance } from '../platform/instance';
import { isSameTraffic, type TrafficNow } from '../platform/live/traffic-feed';

/** Follows one endpoint while the component is mounted; null until something is known about it. */
export function useTraffic(endpointId: string): TrafficNow | null {
  const { traffic } = useInstance();
  useEffect(() => traffic.watch([endpointId]), [traffic, endpointId]);
  const last = useRef<TrafficNow | null>(null);
  const read = useCallback(() => {
    const now = traffic.now(endpointId);
    if (!isSameTraffic(now, last.current)) last.current = now;
    return last.current;
  }, [traffic, endpointId]);
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}

const QUEUE_EVERY_MS = 2000;

/** How many deliveries wait at all endpoints of an application together; 0 while that is unknown. */
export function useQueued(appId: string): number {
  const { id, api } = useInstance();
  const { data } = useQuery({
    queryKey: [id, 'applications', 'queue', appId],
    queryFn: ({ signal }) => api.call('GET /app/{app}/queue', { path: { app: appId } }, signal),
    refetchInterval: QUEUE_EVERY_MS,
  });
  return data?.waiting ?? 0;
}
