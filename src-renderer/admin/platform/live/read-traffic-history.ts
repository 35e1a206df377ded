import type { ApiClient } from '../../../api/api-client';
import type { ReadHistory } from './traffic-feed';

/** Requests the seconds of an endpoint from an instance: since an instant, or as far back as it keeps them. */
export function readTrafficHistory(api: ApiClient): ReadHistory {
  return (appId, endpointId, sinceS) =>
    api.call('GET /app/{app}/endpoint/{endpoint}/history', {
      path: { app: appId, endpoint: endpointId },
      query: { step: 1, ...(sinceS === null ? {} : { since: new Date(sinceS * 1000).toISOString() }) },
    });
}
