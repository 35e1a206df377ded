import { strictObject } from './strict-object';
/** One page of a list, as every list operation returns it. */
export interface ListResponse<T> {
  /** The rows of this page, in the requested order. None, although it is not `done`: among those examined, none matched. */
  readonly data: readonly T[];
  /** Pass it back as `iterator` for the next page; null on an empty last page. */
  readonly iterator: string | null;
  /** Pass it back as `iterator` for the previous page; absent where `iterator` is null. */
  readonly prevIterator?: string;
  /** True when there is nothing more in this direction. */
  readonly done: boolean;
}

/** Rows on a page when `limit` is not given. */
export const LIST_LIMIT_DEFAULT = 50;
/** The most rows per page; more is refused with 422. */
export const LIST_LIMIT_MAX = 250;

/**
 * Bytes of text in the rows of one page, together: a page of large rows ends before its `limit`. One row always fits.
 */
export const LIST_BYTES_MAX = 2 * 1024 * 1024;

/** The list envelope around a schema, for the description of our API. */
export function listSchema<const S>(item: S) {
  return strictObject(
    {
      data: {
        type: 'array',
        description:
          'The rows of this page, in the requested order; fewer than `limit`, or none, if they are large or few of those examined match the filter.',
        items: item,
      },
      iterator: {
        type: ['string', 'null'],
        description: 'Pass it back as `iterator` for the next page; null on an empty last page.',
      },
      prevIterator: {
        type: 'string',
        description: 'Pass it back as `iterator` for the page before; absent where `iterator` is null.',
      },
      done: { type: 'boolean', description: 'True when there is nothing more in the direction of travel.' },
    },
    { optional: ['prevIterator'] },
  );
}
