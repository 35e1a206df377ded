import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useInstance } from '../../frame/instance';
import type { TrafficNow } from '../../live/traffic-feed';

/** Follows one endpoint while the component is on the screen; null until something is known of it. */
export function useTraffic(endpointId: string): TrafficNow | null {
  const { traffic } = useInstance();
  useEffect(() => traffic.watch([endpointId]), [traffic, endpointId]);
  const last = useRef<{ readonly text: string; readonly now: TrafficNow | null }>({
    text: 'null',
    now: null,
  });
  const read = useCallback(() => {
    const now = traffic.now(endpointId);
    const text = JSON.stringify(now);
    if (text !== last.current.text) last.current = { text, now };
    return last.current.now;
  }, [traffic, endpointId]);
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}
