import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';
import { useInstance } from '../../platform/instance';
import { currentFleet } from './current-fleet';
import { readTurn } from './read-turn';

const NONE: readonly EndpointTraffic[] = [];

/** The fleet as its rows show it, once a second like them. */
export function useCurrentFleet(polled: Pick<DeliveryStateOut, 'counts' | 'endpoints'>) {
  const { traffic } = useInstance();
  const last = useRef({ polled, turn: -1, followed: NONE, fleet: polled });
  const read = useCallback(() => {
    const turn = readTurn();
    if (last.current.polled !== polled || last.current.turn !== turn) {
      // After a poll within a turn, the rows still show what was followed when it began.
      const followed = last.current.turn === turn ? last.current.followed : traffic.followed();
      last.current = { polled, turn, followed, fleet: currentFleet(polled, followed) };
    }
    return last.current.fleet;
  }, [traffic, polled]);
  const subscribe = useCallback((listener: () => void) => traffic.subscribe(listener), [traffic]);
  return useSyncExternalStore(subscribe, read);
}
