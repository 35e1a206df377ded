import { type Clock, toIsoTime } from '../../base/clock';
import type { OtherNodes } from '../../cluster/interface/other-nodes';
import { OVERVIEW_HOURS } from '../../contract/fleet';
import { fleetOperations } from '../../contract/operations/fleet';
import type { Delivery } from '../../delivery/delivery';
import type { Traffic } from '../../live/traffic';
import type { AllEndpointStore } from '../../storage/messages/all-endpoint-store';
import { mapPage } from '../../storage/page';
import { searchTerms } from '../inputs/search-terms';
import { readStates } from '../presenters/endpoint-states';
import { type Route, route } from '../route';

interface AllApplicationRouteParts {
  readonly allEndpoints: AllEndpointStore;
  readonly traffic: Traffic;
  readonly delivery: Pick<Delivery, 'endpointIdsOf'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly clock: Clock;
}

const HOUR_S = 3600;

/** All applications at once: their endpoints in one list, and the outcomes of their attempts. */
export function allApplicationRoutes(parts: AllApplicationRouteParts): readonly Route[] {
  const { allEndpoints, traffic, delivery, otherNodes, clock } = parts;
  return [
    route(fleetOperations.listEndpoints, {
      access: 'admin',
      summary: 'List the endpoints of all applications, newest first.',
      async handler({ query }) {
        const { q, ...page } = query;
        const found = await allEndpoints.endpoints({ ...page, terms: searchTerms(q) });
        const stateOf = await readStates(parts, found.data);
        return {
          status: 200,
          body: mapPage(found, ({ appRateLimit, isFailing, ...endpoint }) => ({
            ...endpoint,
            effectiveRateLimit: endpoint.rateLimit ?? appRateLimit,
            state: stateOf({ ...endpoint, isFailing }),
          })),
        };
      },
    }),
    route(fleetOperations.listApplications, {
      access: 'admin',
      summary:
        'List the applications, oldest first, with their endpoints and the attempts of the last 24 hours.',
      async handler({ query }) {
        const nowS = Math.floor(clock.now() / 1000);
        const sinceS = nowS - (nowS % HOUR_S) - (OVERVIEW_HOURS - 1) * HOUR_S;
        const page = await allEndpoints.applications(query, sinceS);
        const applicationIds = page.data.map(({ appId }) => appId);
        const elsewhere = (await otherNodes?.minutes(applicationIds, sinceS, nowS)) ?? [];
        const since = toIsoTime(sinceS * 1000);
        return {
          status: 200,
          body: mapPage(page, ({ hours, ...counts }) => {
            const ids = new Set(delivery.endpointIdsOf(counts.appId));
            const unwritten = [
              ...traffic.unwritten(ids, sinceS, nowS),
              ...elsewhere.filter(({ applicationId }) => applicationId === counts.appId),
            ].map(({ at, succeeded, failed }) => ({
              succeeded,
              failed,
              hour: Math.floor((at - sinceS) / HOUR_S),
            }));
            const of = (what: 'succeeded' | 'failed') =>
              Array.from({ length: OVERVIEW_HOURS }, (_, hour) =>
                [...hours, ...unwritten]
                  .filter((counted) => counted.hour === hour)
                  .reduce((sum, counted) => sum + counted[what], 0),
              );
            return { ...counts, since, succeeded: of('succeeded'), failed: of('failed') };
          }),
        };
      },
    }),
  ];
}
