import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
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

/** How many deliveries wait at these endpoints together, as far as it is known. */
export function useQueued(endpointIds: readonly string[]): number {
  const { traffic } = useInstance();
  const key = endpointIds.join();
  const ids = useMemo(() => (key === '' ? [] : key.split(',')), [key]);
  useEffect(() => traffic.watch(ids), [traffic, ids]);
  const read = useCallback(
    () => ids.reduce((sum, id) => sum + (traffic.now(id)?.queue ?? 0), 0),
    [traffic, ids],
  );
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}
