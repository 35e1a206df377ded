import type { ApplicationStore } from '../../src-server/storage/application-store';
import { type EndpointRecord, PLAIN_ENDPOINT } from '../../src-server/storage/endpoint-record';
import type { EndpointStore } from '../../src-server/storage/endpoint-store';
import { PLAIN_APPLICATION } from '../support/plain-application';
import { WORLD_BEGAN } from './cluster-process';
import type { ClusterEndpoint, LeftOut } from './cluster-world';

/** The application of all endpoints. */
export const CLUSTER_APP_ID = 'app_1';

/** A store that is never asked anything. */
export function unused<T extends object>(): T {
  return {} as T;
}

/** The one application. */
export function clusterApplications(): ApplicationStore {
  const record = { ...PLAIN_APPLICATION, id: CLUSTER_APP_ID, createdAt: WORLD_BEGAN, updatedAt: WORLD_BEGAN };
  const list: ApplicationStore['list'] = async () => ({
    data: [record],
    iterator: '',
    prevIterator: '',
    done: true,
  });
  return { ...unused<ApplicationStore>(), list };
}

/** Endpoints that never change. */
export function clusterEndpoints(known: readonly ClusterEndpoint[], leftOut: LeftOut): EndpointStore {
  return {
    ...unused<EndpointStore>(),
    async *walk() {
      yield known.map((each) => recordOf(each, leftOut));
    },
    listOldSecrets: async () => [],
  };
}

function recordOf(
  { id, index, limit, isOrdered }: ClusterEndpoint,
  { strictOrder: isAnyOrder = false }: LeftOut,
): EndpointRecord {
  return {
    ...PLAIN_ENDPOINT,
    id,
    appId: CLUSTER_APP_ID,
    url: `http://receiver.test/${index}`,
    secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    rateLimit: limit,
    ordered: isOrdered && !isAnyOrder,
    createdAt: WORLD_BEGAN,
    updatedAt: WORLD_BEGAN,
    deletedAt: null,
    disabledAt: null,
    disabledReason: null,
    pausedAt: null,
    failing: null,
  };
}
