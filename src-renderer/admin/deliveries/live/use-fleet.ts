import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';
import type { ApiClient } from '../../../api/api-client';
import { listAll } from '../../../api/list-all';
import { useInstance } from '../../frame/instance';
import type { Trouble } from './trouble-order';

/** How often the whole fleet is asked for; the rows in view are told four times a second. */
const FLEET_EVERY_MS = 2000;
/** Applications whose endpoints are listed; of the others only those appear that are not idle. */
const APPLICATIONS_MAX = 200;
const AT_ONCE = 6;

/** An endpoint as a row of the fleet. */
export interface FleetRow extends Trouble {
  readonly appId: string;
  readonly appName: string;
  /** Host of its address; its id, while the address is not known. */
  readonly host: string;
  /** What follows the host; empty while the address is not known. */
  readonly path: string;
  readonly url: string;
  /** True: it has no limit of its own. */
  readonly isInherited: boolean;
  readonly rateLimit: number | null;
  readonly isDisabled: boolean;
  /** What the last look at the fleet said; null: it is idle. */
  readonly traffic: EndpointTraffic | null;
}

interface Directory {
  readonly applications: readonly ApplicationOut[];
  readonly endpoints: readonly (EndpointOut & { readonly appId: string })[];
}

/** All endpoints with how they are doing, in no order. */
export function useFleet() {
  const { id, api } = useInstance();
  const state = useQuery({
    queryKey: [id, 'deliveries', 'fleet'],
    queryFn: ({ signal }) => api.get<DeliveryStateOut>('/delivery-state', {}, signal),
    refetchInterval: FLEET_EVERY_MS,
  });
  const directory = useQuery({
    queryKey: [id, 'applications', 'directory'],
    queryFn: ({ signal }) => readDirectory(api, signal),
  });
  const rows = useMemo(
    () => (state.data && directory.data ? fleetRows(state.data, directory.data) : undefined),
    [state.data, directory.data],
  );
  const unlisted = Math.max(0, (directory.data?.applications.length ?? 0) - APPLICATIONS_MAX);
  return { state, directory, rows, unlisted };
}

async function readDirectory(api: ApiClient, signal: AbortSignal): Promise<Directory> {
  const applications = await listAll<ApplicationOut>(api, '/app', {}, signal);
  const waiting = applications.slice(0, APPLICATIONS_MAX);
  const endpoints: Directory['endpoints'][number][] = [];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const appId = next.id;
      const found = await listAll<EndpointOut>(api, `/app/${encodeURIComponent(appId)}/endpoint`, {}, signal);
      endpoints.push(...found.map((endpoint) => ({ ...endpoint, appId })));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return { applications, endpoints };
}

/** One row per endpoint that is listed or not idle. */
export function fleetRows(
  state: Pick<DeliveryStateOut, 'endpoints'>,
  { applications, endpoints }: Directory,
): readonly FleetRow[] {
  const apps = new Map(applications.map((application) => [application.id, application]));
  const busy = new Map(state.endpoints.map((traffic) => [traffic.endpointId, traffic]));
  const rows = endpoints.map((endpoint) => {
    const traffic = busy.get(endpoint.id) ?? null;
    busy.delete(endpoint.id);
    const application = apps.get(endpoint.appId);
    return rowOf(endpoint.id, endpoint.appId, application, endpoint, traffic);
  });
  const rest = [...busy.values()].map((traffic) =>
    rowOf(traffic.endpointId, traffic.appId, apps.get(traffic.appId), undefined, traffic),
  );
  return [...rows, ...rest];
}

function rowOf(
  endpointId: string,
  appId: string,
  application: ApplicationOut | undefined,
  endpoint: EndpointOut | undefined,
  traffic: EndpointTraffic | null,
): FleetRow {
  const host = endpoint ? hostOf(endpoint.url) : endpointId;
  const appName = application?.name ?? appId;
  const ownLimit = endpoint?.rateLimit ?? null;
  return {
    endpointId,
    appId,
    appName,
    host,
    path: endpoint ? pathOf(endpoint.url) : '',
    url: endpoint?.url ?? endpointId,
    name: `${appName} ${endpoint?.url ?? endpointId}`,
    isInherited: ownLimit === null,
    rateLimit: traffic ? traffic.rateLimit : (ownLimit ?? application?.rateLimit ?? null),
    isDisabled: endpoint?.disabled ?? false,
    state: traffic?.state ?? (endpoint && (endpoint.disabled || endpoint.paused) ? 'held' : 'idle'),
    queue: traffic?.queue ?? 0,
    traffic,
  };
}

/** The host of an address; the address itself, where it is none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? '' : pathname + search;
}
