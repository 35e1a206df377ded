import { type Clock, toIsoTime } from '../../base/clock';
import { applicationOverviewOutSchema, fleetEndpointOutSchema, OVERVIEW_HOURS } from '../../contract/fleet';
import { listSchema } from '../../contract/list';
import type { FleetStore } from '../../storage/fleet-store';
import { mapPage } from '../../storage/page';
import { listQuery, orderedListQuery, pageRequest } from '../list-query';
import { type Route, route } from '../route';

export interface FleetRouteParts {
  readonly fleet: FleetStore;
  readonly clock: Clock;
}

const HOUR_S = 3600;
/** More words than somebody types would only cost. */
const WORDS_MAX = 10;

/** All applications at once: their endpoints in one list, and what became of their attempts. */
export function fleetRoutes({ fleet, clock }: FleetRouteParts): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/fleet/endpoint',
      access: 'admin',
      summary: 'List the endpoints of all applications, newest first.',
      query: {
        ...orderedListQuery,
        q: {
          type: 'string',
          maxLength: 200,
          description:
            'Words that must all be found in address, description, id or uid of the endpoint, or in name, id or uid of its application. The first 10 count.',
        },
      },
      answers: { 200: listSchema(fleetEndpointOutSchema) },
      async handler({ query }) {
        const { q = '', ...page } = query;
        const words = q.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
        const found = await fleet.endpoints({ ...pageRequest(page), words });
        return {
          status: 200,
          body: mapPage(found, ({ appRateLimit, ...endpoint }) => ({
            ...endpoint,
            effectiveRateLimit: endpoint.rateLimit ?? appRateLimit,
          })),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/fleet/app',
      access: 'admin',
      summary:
        'List the applications, oldest first, with what their endpoints are and did in the last 24 hours.',
      query: listQuery,
      answers: { 200: listSchema(applicationOverviewOutSchema) },
      async handler({ query }) {
        const nowS = Math.floor(clock.now() / 1000);
        const sinceS = nowS - (nowS % HOUR_S) - (OVERVIEW_HOURS - 1) * HOUR_S;
        const page = await fleet.applications(pageRequest(query), sinceS);
        const since = toIsoTime(sinceS * 1000);
        return {
          status: 200,
          body: mapPage(page, ({ hours, ...counts }) => {
            const of = (what: 'succeeded' | 'failed') =>
              Array.from(
                { length: OVERVIEW_HOURS },
                (_, hour) => hours.find((one) => one.hour === hour)?.[what] ?? 0,
              );
            return { ...counts, since, succeeded: of('succeeded'), failed: of('failed') };
          }),
        };
      },
    }),
  ];
}
