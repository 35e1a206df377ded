import type { ApiClient } from '../../../api/api-client';

/**
 * Where the event types of the instance in view are read and written: the instance itself, or its working copy. The
 * calls are those of the API either way, and the screens of the catalog do not know the difference.
 */
export type CatalogApi = Pick<ApiClient, 'call' | 'callText'>;
