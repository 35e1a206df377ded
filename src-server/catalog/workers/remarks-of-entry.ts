import { ApiError } from '../../base/errors';
import type { ValidationItem } from '../../contract/error';

/** One entry of a list in a body. */
interface EntryPlace {
  /** The list. Absent: `eventTypes`. */
  readonly list?: string;
  readonly index: number;
  /** Name of the event type. */
  readonly name: string;
  /** The part of the entry that was checked. Absent: all of it. */
  readonly field?: string;
}

/**
 * What was wrong with one entry, with its place in the list and its name.
 * @throws cause when it is not a refusal that names fields
 */
export function remarksOfEntry(cause: unknown, place: EntryPlace): ValidationItem[] {
  const { list = 'eventTypes', index, name, field } = place;
  if (!(cause instanceof ApiError) || typeof cause.body.detail === 'string') throw cause;
  return cause.body.detail.map(({ loc, msg, type }) => ({
    loc: ['body', list, `[${index}]`, ...(field === undefined ? [] : [field]), ...loc.slice(1)],
    msg: `${name}: ${msg}`,
    type,
  }));
}
