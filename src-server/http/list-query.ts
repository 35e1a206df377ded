import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../contract/list';
import type { PageRequest } from '../storage/page';

/** The query parameters every list operation has. */
export const listQuery = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: LIST_LIMIT_MAX,
    default: LIST_LIMIT_DEFAULT,
    description:
      'Most rows on a page. A page of large rows ends sooner, at 2 MiB of their texts: go on until `done`.',
  },
  iterator: { type: 'string', description: '`iterator` or `prevIterator` of another page.' },
} as const;

/** The same for lists that can be turned around. */
export const orderedListQuery = {
  ...listQuery,
  order: { type: 'string', enum: ['ascending', 'descending'], description: 'Order of the rows.' },
} as const;

/** What a store needs of them. */
export function pageRequest(query: {
  readonly limit?: number;
  readonly iterator?: string;
  readonly order?: string;
}): PageRequest {
  // The schema above has let nothing else through.
  return { ...query, order: query.order as PageRequest['order'] };
}
