import { type Clock, toIsoTime } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { OtherNodes } from '../../cluster/interface/other-nodes';
import { trafficOperations } from '../../contract/operations/traffic';
import type { EndpointHistoryOut, TrafficBucket } from '../../contract/traffic';
import type { Delivery } from '../../delivery/delivery';
import { mergeMinutes } from '../../live/merge-minutes';
import { KEPT_MINUTES_S } from '../../live/minute-log';
import type { Traffic } from '../../live/traffic';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { TrafficStore, TrafficSum } from '../../storage/messages/traffic-store';
import { readDeliveryState } from '../read-delivery-state';
import { type Route, route } from '../route';
import { findEndpoint } from './endpoints';

interface TrafficRouteParts {
  readonly endpoints: EndpointStore;
  readonly traffic: Traffic;
  readonly trafficStore: TrafficStore;
  readonly delivery: Delivery;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
  readonly clock: Clock;
}

/** The default range when the query gives no start, in seconds. */
const RANGE_S = { 1: 300, 60: KEPT_MINUTES_S } as const;

/** The state of endpoints, now and over the last day. */
export function trafficRoutes(parts: TrafficRouteParts): readonly Route[] {
  return [
    route(trafficOperations.readOfEndpoint, {
      access: 'any',
      capability: 'ViewBase',
      runsAt: 'endpoint-sender',
      // Only its sender knows its seconds; of the minutes, the newest may be missing.
      worksWithoutSender: ({ step }) => step === 60,
      summary: 'Read the traffic of an endpoint, by seconds of five minutes or by minutes of a day.',
      errors: ['invalid_range'],
      async handler({ application, params, query }) {
        const { id } = await findEndpoint(parts.endpoints, application.id, params);
        const step = query.step === 60 ? 60 : 1;
        const range = rangeOf(query, RANGE_S[step], parts.clock);
        return { status: 200, body: await history(parts, id, step, range) };
      },
    }),
    route(trafficOperations.readOfApplication, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'endpoints',
      summary: 'Read the total traffic of all endpoints of an application, by minutes of a day.',
      errors: ['invalid_range'],
      async handler({ application, query }) {
        const { since, until } = rangeOf(query, RANGE_S[60], parts.clock);
        const keptS = keptSince(parts.clock);
        const fromS = Math.max(Math.ceil(since / 1000), keptS);
        const untilS = Math.floor(until / 1000);
        const stored = await parts.trafficStore.listOfApplication(application.id, fromS, untilS);
        const ids = new Set(parts.delivery.endpointIdsOf(application.id));
        const elsewhere = await parts.otherNodes?.minutes([application.id], fromS, untilS);
        const data = mergeMinutes<TrafficSum, TrafficSum>(
          stored,
          [...parts.traffic.unwritten(ids, fromS, untilS), ...(elsewhere ?? [])],
          (minute) => ({
            at: minute.at,
            arrivals: minute.arrivals,
            sends: minute.sends,
            succeeded: minute.succeeded,
            failed: minute.failed,
          }),
        );
        const body = {
          since: toIsoTime(since),
          until: toIsoTime(until),
          recordedSince: toIsoTime(keptS * 1000),
          data,
        };
        return { status: 200, body };
      },
    }),
    route(trafficOperations.readDeliveryState, {
      access: 'admin',
      summary: 'Read the current state of all endpoints.',
      async handler() {
        return { status: 200, body: await readDeliveryState(parts) };
      },
    }),
  ];
}

/** In milliseconds since 1970. @throws ApiError invalid_range */
function rangeOf(
  query: { readonly since?: string; readonly until?: string },
  usualS: number,
  clock: Clock,
): { readonly since: number; readonly until: number } {
  const until = query.until === undefined ? clock.now() : Date.parse(query.until);
  const since = query.since === undefined ? until - usualS * 1000 : Date.parse(query.since);
  if (since > until) throw apiError('invalid_range', '`since` must not be later than `until`.');
  return { since, until };
}

/** The oldest minute still kept, in seconds since 1970. */
function keptSince(clock: Clock): number {
  return Math.floor(clock.now() / 1000) - KEPT_MINUTES_S;
}

/** @param range milliseconds since 1970 */
async function history(
  { traffic, trafficStore, clock }: TrafficRouteParts,
  endpointId: string,
  step: 1 | 60,
  range: { readonly since: number; readonly until: number },
): Promise<EndpointHistoryOut> {
  const sinceS = Math.ceil(range.since / 1000);
  const untilS = Math.floor(range.until / 1000);
  const recordedS = step === 1 ? traffic.secondsKnownSince() : keptSince(clock);
  const fromS = Math.max(sinceS, recordedS);
  const data = step === 1 ? traffic.seconds(endpointId, fromS, untilS) : await minutes();
  return {
    endpointId,
    step,
    since: toIsoTime(range.since),
    until: toIsoTime(range.until),
    recordedSince: toIsoTime(recordedS * 1000),
    runningSince: toIsoTime(traffic.runningSince * 1000),
    data,
  };

  async function minutes(): Promise<TrafficBucket[]> {
    const stored = await trafficStore.list(endpointId, fromS, untilS);
    const unwritten = traffic.unwritten(new Set([endpointId]), fromS, untilS);
    return mergeMinutes<TrafficBucket>(stored, unwritten, ({ endpointId: _one, ...minute }) => minute);
  }
}
