import { type Clock, toIsoTime } from '../../base/clock';
import type { OtherNodes } from '../../cluster/interface/other-nodes';
import {
  ENDPOINT_STATES,
  type EndpointFacts,
  type EndpointFlow,
  type EndpointState,
  endpointState,
} from '../../contract/endpoint-state';
import { OVERVIEW_HOURS } from '../../contract/fleet';
import { fleetOperations } from '../../contract/operations/fleet';
import type { Delivery } from '../../delivery/delivery';
import type { Traffic } from '../../live/traffic';
import type { AllEndpointStore } from '../../storage/messages/all-endpoint-store';
import { mapPage } from '../../storage/page';
import { searchTerms } from '../inputs/search-terms';
import { readFlows, readStates } from '../presenters/endpoint-states';
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
        const idsOf = new Map(applicationIds.map((id) => [id, [...delivery.endpointIdsOf(id)]]));
        const flowOf = await readFlows(parts, [...idsOf.values()].flat());
        return {
          status: 200,
          body: mapPage(page, ({ hours, ...counts }) => {
            const ids = idsOf.get(counts.appId) ?? [];
            const unwritten = [
              ...traffic.unwritten(new Set(ids), sinceS, nowS),
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
            return {
              ...counts,
              ...sumStates(
                ids.map((id) => ({ facts: traffic.facts(id), ...flowOf(id) })),
                counts.failing > 0,
              ),
              ...{ since, succeeded: of('succeeded'), failed: of('failed') },
            };
          }),
        };
      },
    }),
  ];
}

interface StatedEndpoint {
  /** Null: it was deleted a moment ago. */
  readonly facts: EndpointFacts | null;
  readonly flow: EndpointFlow;
  readonly waiting: number;
}

/** The most urgent state of endpoints, and what waits for them. @param isFailing what is stored says that one is */
function sumStates(endpoints: readonly StatedEndpoint[], isFailing: boolean) {
  const states = new Set<EndpointState>(isFailing ? ['failing'] : []);
  let [waiting, waitMs] = [0, 0];
  for (const { facts, flow, ...endpoint } of endpoints) {
    if (!facts) continue;
    states.add(endpointState(facts, flow));
    waiting += endpoint.waiting;
    if (!facts.disabled && !facts.paused) waitMs = Math.max(waitMs, flow.waitMs);
  }
  const state = ENDPOINT_STATES.find((candidate) => states.has(candidate)) ?? null;
  return { state, waiting, waitMs: waitMs > 0 ? Math.round(waitMs) : null };
}
