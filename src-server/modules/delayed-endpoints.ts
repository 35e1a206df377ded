import type { OtherNodes } from '../cluster/interface/other-nodes';
import type { DelayedEndpoint } from '../contract/endpoint-state';
import type { Delivery } from '../delivery/delivery';
import { findDelayed } from '../live/find-delayed';
import type { Traffic } from '../live/traffic';
import type { KnownWait } from '../notices/notice-finder';
import type { EndpointStore } from '../storage/endpoint-store';

interface DelayedEndpointsParts {
  readonly traffic: Pick<Traffic, 'flow' | 'view'>;
  readonly delivery: Pick<Delivery, 'endpointIds' | 'network'>;
  readonly endpoints: Pick<EndpointStore, 'find'>;
  /** Since when all sending is paused. Null: it is not. */
  readonly sendingPausedSince: () => number | null;
  /** Null: this server is the only one. */
  readonly otherNodes: Pick<OtherNodes, 'delayed' | 'queues' | 'sendsElsewhere'> | null;
}

/** Finds the endpoints that are delayed, on whatever node, and says how long what is due waits at those that were. */
export function createDelayedEndpoints(parts: DelayedEndpointsParts) {
  const { traffic, delivery, endpoints, sendingPausedSince, otherNodes } = parts;

  return async (known: readonly string[]): Promise<readonly KnownWait[]> => {
    const own = [...delivery.endpointIds()].filter((id) => !otherNodes?.sendsElsewhere(id));
    const delayed: readonly DelayedEndpoint[] = [
      ...findDelayed(traffic, own),
      ...((await otherNodes?.delayed()) ?? []),
    ];
    const found = new Set(delayed.map(({ endpointId }) => endpointId));
    const others = known.filter((endpointId) => !found.has(endpointId));
    const glances = await otherNodes?.queues(others);
    /** Null: nobody can say it now. */
    const waitOf = (endpointId: string): number | null => {
      const glance = glances?.get(endpointId);
      if (!glance && otherNodes?.sendsElsewhere(endpointId)) return null;
      return (glance ?? { flow: traffic.flow(endpointId) }).flow?.waitMs ?? null;
    };
    const waits: KnownWait[] = [...delayed];
    for (const endpointId of others) {
      const endpoint = await endpoints.find(endpointId);
      if (!endpoint) continue;
      const isHeld =
        endpoint.disabled ||
        endpoint.paused ||
        sendingPausedSince() !== null ||
        delivery.network().state === 'offline';
      waits.push({ appId: endpoint.appId, endpointId, waitMs: isHeld ? null : waitOf(endpointId) });
    }
    return waits;
  };
}
