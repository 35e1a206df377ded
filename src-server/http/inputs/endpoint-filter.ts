import { invalid } from '../../base/errors';
import type { FilterContent } from '../../message-filter/filter-node';
import { readFilter } from '../../message-filter/read-filter';

/**
 * The filter of an endpoint in the form in which it is stored; an empty one is null.
 * @throws ApiError 422 whose `loc` ends in the JSON pointer of the place, which is empty for the whole
 */
export function checkedFilter(filter: FilterContent | null): FilterContent | null {
  if (filter === null || Object.keys(filter).length === 0) return null;
  const read = readFilter(filter);
  if (read.ok) return filter;
  const { pointer, reason } = read;
  const msg = pointer === '' ? reason : `${pointer}: ${reason}`;
  throw invalid({ loc: ['body', 'filter', pointer], msg, type: 'value_error' });
}
