import type { Clock } from '../../base/clock';
import { apiError } from '../../base/errors';
import { LIMITS } from '../../contract/limits';
import { endpointStatsOperations } from '../../contract/operations/endpoint-stats';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { OutcomeStore } from '../../storage/outcome-store';
import { presentCountedSince } from '../delivery-presenters';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

interface EndpointStatsParts {
  readonly endpoints: EndpointStore;
  readonly outcomes: OutcomeStore;
  readonly clock: Clock;
}

/** 28 days, plus five minutes for clock differences. */
const LONGEST_RANGE_MS = (LIMITS.statsRange.max * 24 * 60 + 5) * 60_000;

/** How many deliveries of an endpoint ended in which state. */
export function endpointStatsRoutes({ endpoints, outcomes, clock }: EndpointStatsParts): readonly Route[] {
  return [
    route(endpointStatsOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'endpoints',
      readsMany: true,
      summary: 'Count the deliveries of an endpoint by outcome; by default, of the last 28 days.',
      errors: ['invalid_range'],
      async handler({ application, params, query }) {
        const now = clock.now();
        const until = query.until === undefined ? now : Date.parse(query.until);
        const since = query.since === undefined ? until - LONGEST_RANGE_MS : Date.parse(query.since);
        if (until > now + 5 * 60_000) throw apiError('invalid_range', '`until` must not be in the future.');
        if (since > until) throw apiError('invalid_range', '`since` must not be later than `until`.');
        if (until - since > LONGEST_RANGE_MS)
          throw apiError('invalid_range', 'The range is limited to 28 days.');
        const { id } = await findEndpoint(endpoints, application.id, params);
        const counts = await outcomes.count(id, since, query.until === undefined ? undefined : until);
        return {
          status: 200,
          body: {
            success: counts.delivered,
            pending: counts.waitingFirst,
            sending: counts.waitingAgain,
            fail: counts.failed,
            canceled: counts.canceled,
            ...presentCountedSince(counts.countedSince),
          },
        };
      },
    }),
  ];
}
