import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';
import { useEndpointDirectory } from '../../data/use-endpoint-directory';
import { useInstance } from '../../platform/instance';
import { magnitudeOf, type Trouble } from './trouble-order';

/** How often all endpoints are polled; visible rows are updated four times a second. */
const POLL_EVERY_MS = 2000;

/** An endpoint as a row of the grid. It omits what changes all the time: a row asks the feed for that itself. */
export interface EndpointRow extends Trouble {
  /** The endpoint's id, as a list needs it. */
  readonly id: string;
  readonly appId: string;
  readonly appName: string;
  /** Host of its address; its id while the address is unknown. */
  readonly host: string;
  /** The rest of the address; empty while the address is unknown. */
  readonly path: string;
  readonly url: string;
  /** True: it has no limit of its own. */
  readonly isInherited: boolean;
  readonly rateLimit: number | null;
}

/** All endpoints with their state, unordered. A row stays the same object while nothing in it changes. */
export function useAllEndpoints() {
  const { id, api, traffic } = useInstance();
  const state = useQuery({
    queryKey: [id, 'deliveries', 'fleet'],
    queryFn: ({ signal }) => api.call('GET /delivery-state', {}, signal),
    refetchInterval: POLL_EVERY_MS,
  });
  const directory = useEndpointDirectory();
  const resting = useMemo(() => directory.data?.map(restingRow), [directory.data]);
  const known = useRef<ReadonlyMap<string, EndpointRow>>(new Map());
  const rows = useMemo(() => {
    if (!state.data || !resting) return undefined;
    const next = endpointRows(state.data, resting, known.current);
    known.current = new Map(next.map((row) => [row.id, row]));
    return next;
  }, [state.data, resting]);
  useEffect(() => {
    if (state.data) traffic.glimpse(state.data.endpoints);
  }, [traffic, state.data]);
  return { state, directory, rows };
}

/**
 * One row per endpoint that is listed or not idle.
 * @param resting the rows of the listed endpoints without traffic
 * @param known previous rows, by id; an equal one is reused
 */
function endpointRows(
  { endpoints: busy, omitted }: DeliveryStateOut,
  resting: readonly EndpointRow[],
  known: ReadonlyMap<string, EndpointRow> = new Map(),
): readonly EndpointRow[] {
  const rest = new Map(busy.map((traffic) => [traffic.endpointId, traffic]));
  const listed = resting.map((row) => {
    const traffic = rest.get(row.id);
    rest.delete(row.id);
    // What is not named has become idle since it was listed, unless too many are busy to name them all.
    const rested: EndpointRow = omitted > 0 ? row : { ...row, state: 'idle' };
    return keep(known, traffic ? busyRow(row, traffic) : rested);
  });
  return [
    ...listed,
    ...[...rest.values()].map((traffic) => keep(known, busyRow(unknownRow(traffic), traffic))),
  ];
}

/** A listed endpoint while nothing is reported about it. */
function restingRow(endpoint: FleetEndpointOut): EndpointRow {
  const { id, appId, appName, url, rateLimit, effectiveRateLimit, state } = endpoint;
  const address = URL.canParse(url) ? new URL(url) : null;
  const path = address ? address.pathname + address.search : '';
  return {
    id,
    endpointId: id,
    appId,
    appName,
    host: address?.host ?? url,
    path: path === '/' ? '' : path,
    url,
    name: `${appName} ${url}`,
    isInherited: rateLimit === null,
    rateLimit: effectiveRateLimit,
    state,
    queue: 0,
  };
}

/** An endpoint that is newer than the list: its address is not known yet. */
function unknownRow({ endpointId, appId, rateLimit }: EndpointTraffic): EndpointRow {
  return {
    ...{ id: endpointId, endpointId, appId, appName: appId, host: endpointId, path: '', url: endpointId },
    ...{ name: endpointId, isInherited: true, rateLimit, state: 'idle', queue: 0 },
  };
}

/** A row is sorted by the magnitude of its queue; with the exact queue it would change all the time. */
function busyRow(row: EndpointRow, { state, rateLimit, queue }: EndpointTraffic): EndpointRow {
  return { ...row, state, rateLimit, queue: queue === 0 ? 0 : 10 ** magnitudeOf(queue) };
}

function keep(known: ReadonlyMap<string, EndpointRow>, row: EndpointRow): EndpointRow {
  const old = known.get(row.id);
  const isSame = old && (Object.keys(row) as (keyof EndpointRow)[]).every((name) => old[name] === row[name]);
  return isSame ? old : row;
}
