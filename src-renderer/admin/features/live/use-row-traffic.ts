import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useInstance } from '../../platform/instance';
import { isSameTraffic, type TrafficNow } from '../../platform/live/traffic-feed';
import { readTurn } from './read-turn';

/**
 * Follows one of many endpoints, at the precision of a row; null until something is known about it. All rows change
 * together, so that the page is laid out and painted once.
 */
export function useRowTraffic(endpointId: string): TrafficNow | null {
  const { traffic } = useInstance();
  useEffect(() => traffic.watch([endpointId]), [traffic, endpointId]);
  const last = useRef<{ readonly now: TrafficNow | null; readonly turn: number }>({ now: null, turn: -1 });
  const read = useCallback(() => {
    const turn = readTurn();
    const { now: before, turn: lastTurn } = last.current;
    if (before && turn === lastTurn) return before;
    const now = asShown(traffic.now(endpointId));
    last.current = { now: isSameTraffic(now, before) ? before : now, turn };
    return last.current.now;
  }, [traffic, endpointId]);
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}

/** Without the digits that no row shows. */
function asShown(now: TrafficNow | null): TrafficNow | null {
  if (!now) return null;
  const { sendsPerS, failedPerS, arrivalsPerS, oldestMs, successRatio } = now;
  return {
    ...now,
    sendsPerS: shownRate(sendsPerS),
    failedPerS: shownRate(failedPerS),
    arrivalsPerS: shownRate(arrivalsPerS),
    oldestMs:
      oldestMs === null ? null : oldestMs < 1000 ? Math.round(oldestMs) : Math.round(oldestMs / 100) * 100,
    successRatio: successRatio === null ? null : Math.round(successRatio * 100) / 100,
  };
}

function shownRate(perS: number): number {
  return perS < 10 ? Math.round(perS * 10) / 10 : Math.round(perS);
}
