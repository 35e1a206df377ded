import type { Clock } from '../base/clock';
import type { QueueView } from '../live/traffic-state';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { EndpointQueues } from './engine/endpoint-queues';
import type { NetworkWatch } from './engine/network-watch';

/** How fast messages are sent to an endpoint, and what keeps that below its limit. */
export interface Pace {
  /** The effective limit, in messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** The factor by which the limit's distance between two sends is stretched; 1 when nothing is wrong. */
  readonly slowness: number;
  /** How much longer nothing is sent because the receiver asked for a pause, in milliseconds. Null: it did not ask. */
  readonly heldForMs: number | null;
}

interface QueueViewParts {
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
  readonly directory: EndpointDirectory;
  readonly queues: EndpointQueues;
  readonly network: NetworkWatch;
  readonly clock: Clock;
  /** Since when all sending is paused. Null: it is not. */
  readonly pausedSince: () => number | null;
  /** Whether the newest attempt at an endpoint failed. */
  readonly isFailing: (endpointId: string) => boolean;
}

/** What the queue of an endpoint looks like at this moment. */
export function createQueueViews(parts: QueueViewParts) {
  const { now, directory, queues, network, clock, pausedSince, isFailing } = parts;
  const holdOf = ({ id, disabled, paused }: EndpointRecord): QueueView['held'] => {
    if (disabled) return 'disabled';
    if (paused) return 'paused';
    if (pausedSince() !== null) return 'all sending is paused';
    return network.heldSince(queues.get(id)) === null ? null : 'no network';
  };
  const heldForMs = (endpointId: string): Pace['heldForMs'] => {
    const heldForUs = (queues.backOffOf(endpointId)?.heldUntilUs ?? 0) - clock.monotonicUs();
    return heldForUs > 0 ? Math.ceil(heldForUs / 1000) : null;
  };
  return {
    heldForMs,
    limitedSince({ id, disabled, paused }: EndpointRecord): number | null {
      const queue = queues.get(id);
      const endpoint = directory.endpoint(id);
      if (!queue || !endpoint || disabled || paused || directory.rateLimitOf(endpoint) === null) return null;
      return queue.isBlocked(now(), clock.monotonicUs()) ? null : queue.oldestDueAt;
    },
    paceOf: (endpoint: EndpointRecord): Pace => ({
      rateLimit: directory.rateLimitOf(endpoint),
      slowness: queues.backOffOf(endpoint.id)?.slowness ?? 1,
      heldForMs: heldForMs(endpoint.id),
    }),
    look(endpointId: string): QueueView | undefined {
      const endpoint = directory.endpoint(endpointId);
      if (!endpoint) return undefined;
      return {
        appId: endpoint.appId,
        disabled: endpoint.disabled,
        paused: endpoint.paused,
        isFailing: isFailing(endpointId),
        held: holdOf(endpoint),
        rateLimit: directory.rateLimitOf(endpoint),
        oldestDueAt: queues.oldestDueAt(endpointId),
        ...queues.loadOf(endpointId, now()),
      };
    },
  };
}
