import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import type { ApiClient } from '../../api/api-client';
import { listAll } from '../../api/list-all';

/** All event types a link may see, without their schemas: a schema is loaded when its type is opened. */
export function readEventTypes(api: ApiClient, signal?: AbortSignal): Promise<readonly ListedEventType[]> {
  return listAll(api, 'GET /event-type', { query: { with_content: false } }, signal);
}
