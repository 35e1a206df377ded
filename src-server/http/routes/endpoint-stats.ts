import type { Clock } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { OtherNodes } from '../../cluster/interface/other-nodes';
import type { EndpointStatsOut } from '../../contract/endpoint';
import { LIMITS } from '../../contract/limits';
import { endpointStatsOperations } from '../../contract/operations/endpoint-stats';
import type { Delivery } from '../../delivery/delivery';
import type { Traffic } from '../../live/traffic';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import type { OutcomeStore } from '../../storage/messages/outcome-store';
import { presentCountedSince } from '../presenters/delivery-presenters';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

interface EndpointStatsParts {
  readonly endpoints: EndpointStore;
  readonly outcomes: OutcomeStore;
  readonly traffic: Pick<Traffic, 'waiting'>;
  readonly delivery: Pick<Delivery, 'endpointIdsOf'>;
  readonly deliveries: Pick<DeliveryStore, 'countWaiting'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly clock: Clock;
}

/** 28 days, plus five minutes for clock differences. */
const LONGEST_RANGE_MS = (LIMITS.statsRange.max * 24 * 60 + 5) * 60_000;

/** How many messages of an endpoint, or of all of an application, have which outcome, and what waits. */
export function endpointStatsRoutes(parts: EndpointStatsParts): readonly Route[] {
  const { endpoints, outcomes, traffic, delivery, deliveries, otherNodes, clock } = parts;

  async function statsOf(endpointId: string, { since, until }: StatsRange): Promise<EndpointStatsOut> {
    const counts = await outcomes.count(endpointId, since, until);
    return {
      success: counts.delivered,
      pending: counts.waitingFirst,
      sending: counts.waitingAgain,
      fail: counts.failed,
      canceled: counts.canceled,
      ...presentCountedSince(counts.countedSince),
    };
  }

  return [
    route(endpointStatsOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'endpoints',
      readsMany: true,
      summary: 'Count the messages of an endpoint by outcome; by default, of the last 28 days.',
      errors: ['invalid_range'],
      async handler({ application, params, query }) {
        const range = rangeOf(query, clock.now());
        const { id } = await findEndpoint(endpoints, application.id, params);
        return { status: 200, body: await statsOf(id, range) };
      },
    }),
    route(endpointStatsOperations.readOfApplication, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'endpoints',
      readsMany: true,
      summary:
        'Count the messages of each endpoint of an application by outcome; by default, of the last 28 days.',
      errors: ['invalid_range'],
      async handler({ application, query, onGone }) {
        const range = rangeOf(query, clock.now());
        const data: (EndpointStatsOut & { readonly endpointId: string })[] = [];
        let isGone = false;
        onGone(() => {
          isGone = true;
        });
        // One after the other: other counts are not to wait for all of them.
        for (const endpointId of delivery.endpointIdsOf(application.id)) {
          if (isGone) break;
          data.push({ endpointId, ...(await statsOf(endpointId, range)) });
        }
        return { status: 200, body: { data } };
      },
    }),
    route(endpointStatsOperations.readQueue, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Count the deliveries that wait now at all endpoints of an application.',
      async handler({ application }) {
        const ids = [...delivery.endpointIdsOf(application.id)];
        const elsewhere = await otherNodes?.queues(ids);
        let sum = 0;
        for (const id of ids) {
          // The same counts as in the live view. What no node says is counted.
          sum +=
            elsewhere?.get(id)?.waiting ??
            (otherNodes?.sendsElsewhere(id) ? await deliveries.countWaiting(id) : traffic.waiting(id));
        }
        return { status: 200, body: { waiting: sum } };
      },
    }),
  ];
}

/** When messages were accepted, in ms since 1970, both ends included. */
interface StatsRange {
  readonly since: number;
  /** Undefined: to the newest. */
  readonly until: number | undefined;
}

/** @throws ApiError invalid_range */
function rangeOf(query: { readonly since?: string; readonly until?: string }, now: number): StatsRange {
  const until = query.until === undefined ? now : Date.parse(query.until);
  const since = query.since === undefined ? until - LONGEST_RANGE_MS : Date.parse(query.since);
  if (until > now + 5 * 60_000) throw apiError('invalid_range', '`until` must not be in the future.');
  if (since > until) throw apiError('invalid_range', '`since` must not be later than `until`.');
  if (until - since > LONGEST_RANGE_MS) throw apiError('invalid_range', 'The range is limited to 28 days.');
  return { since, until: query.until === undefined ? undefined : until };
}
