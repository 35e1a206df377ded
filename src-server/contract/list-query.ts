import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './list';

/** The query parameters of every list operation. */
export const listQuery = {
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: LIST_LIMIT_MAX,
    default: LIST_LIMIT_DEFAULT,
    description:
      'Maximum rows on a page. A page of large rows ends earlier, at 2 MiB of text: continue until `done`.',
  },
  iterator: { type: 'string', description: '`iterator` or `prevIterator` of another page.' },
} as const;

/** The same for lists that can be reversed. */
export const orderedListQuery = {
  ...listQuery,
  order: { type: 'string', enum: ['ascending', 'descending'], description: 'Order of the rows.' },
} as const;
