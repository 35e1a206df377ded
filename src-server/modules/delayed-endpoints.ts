import type { OtherNodes } from '../cluster/interface/other-nodes';
import { DELAYED_ABOVE_MS } from '../contract/endpoint-state';
import type { Delivery } from '../delivery/delivery';
import type { Traffic } from '../live/traffic';
import type { DelayedEndpoint } from '../notices/notice-finder';
import type { EndpointStore } from '../storage/endpoint-store';

interface DelayedEndpointsParts {
  readonly traffic: Pick<Traffic, 'flow' | 'view'>;
  readonly delivery: Pick<Delivery, 'endpointIds' | 'network'>;
  readonly endpoints: Pick<EndpointStore, 'find'>;
  /** Since when all sending is paused. Null: it is not. */
  readonly sendingPausedSince: () => number | null;
  /** Null: this server is the only one. */
  readonly otherNodes: Pick<OtherNodes, 'deliveryStates' | 'queues' | 'sendsElsewhere'> | null;
}

/**
 * Finds the endpoints that are delayed, and says how long what is due waits at those that were. Of another node's, only
 * those are found that are among its most urgent ones.
 */
export function createDelayedEndpoints(parts: DelayedEndpointsParts) {
  const { traffic, delivery, endpoints, sendingPausedSince, otherNodes } = parts;

  return async (known: readonly string[]): Promise<DelayedEndpoint[]> => {
    const others = await otherNodes?.deliveryStates();
    const found = new Map<string, string>();
    for (const state of others?.states ?? [])
      for (const endpoint of state.endpoints)
        if (endpoint.state === 'delayed') found.set(endpoint.endpointId, endpoint.appId);
    for (const endpointId of delivery.endpointIds()) {
      // Most have no queue, and their state need not be worked out.
      if (others?.covers(endpointId) || (traffic.flow(endpointId)?.waitMs ?? 0) <= DELAYED_ABOVE_MS) continue;
      const view = traffic.view(endpointId);
      if (view?.state === 'delayed') found.set(endpointId, view.appId);
    }
    const glances = await otherNodes?.queues([...new Set([...found.keys(), ...known])]);
    /** Null: nobody can say it now. */
    const waitOf = (endpointId: string): number | null => {
      const glance = glances?.get(endpointId);
      if (!glance && otherNodes?.sendsElsewhere(endpointId)) return null;
      return (glance ?? { flow: traffic.flow(endpointId) }).flow?.waitMs ?? null;
    };
    const delayed = [...found].map(([endpointId, appId]) => ({
      ...{ appId, endpointId },
      waitMs: waitOf(endpointId),
    }));
    for (const endpointId of known) {
      if (found.has(endpointId)) continue;
      const endpoint = await endpoints.find(endpointId);
      if (!endpoint) continue;
      const isHeld =
        endpoint.disabled ||
        endpoint.paused ||
        sendingPausedSince() !== null ||
        delivery.network().state === 'offline';
      delayed.push({ appId: endpoint.appId, endpointId, waitMs: isHeld ? null : waitOf(endpointId) });
    }
    return delayed;
  };
}
