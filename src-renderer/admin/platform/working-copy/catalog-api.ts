import type { ApiClient } from '../../../api/api-client';

/**
 * Reads and writes the event types of the instance in view: on the instance itself, or in its working copy. Both answer
 * the same operations, so the catalog screens do not know the difference.
 */
export type CatalogApi = Pick<ApiClient, 'call' | 'callText'>;
