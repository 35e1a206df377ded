import { ApiError } from '../base/errors';
import type { ValidationItem } from '../contract/error';

/**
 * What was wrong with one entry of `eventTypes`, with its place in the list and the name it has.
 * @throws cause when it is no refusal that names fields
 */
export function remarksOfEntry(cause: unknown, index: number, name: string): ValidationItem[] {
  if (!(cause instanceof ApiError) || typeof cause.body.detail === 'string') throw cause;
  return cause.body.detail.map(({ loc, msg, type }) => ({
    loc: ['body', 'eventTypes', `[${index}]`, ...loc.slice(1)],
    msg: `${name}: ${msg}`,
    type,
  }));
}
