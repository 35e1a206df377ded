import type { PageRequest } from './page';
import type { SqlValue } from './transaction';

/** Conditions of a WHERE clause with the values for their question marks. */
export class Conditions {
  readonly params: SqlValue[] = [];
  readonly #texts: string[] = [];

  /** Adds one, unless its value is undefined. */
  add(sql: string, ...values: readonly (SqlValue | undefined)[]): this {
    const given = values.filter((value) => value !== undefined);
    if (given.length < values.length) return this;
    this.#texts.push(sql);
    this.params.push(...given);
    return this;
  }

  toString(): string {
    return this.#texts.length === 0 ? '1' : this.#texts.join(' AND ');
  }
}

/** A list of events, newest first, limited by time (ms since 1970, both ends excluded). */
export interface TimelineRequest extends PageRequest {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/**
 * With only a start time, a caller wants to catch up: the first page holds the oldest, and `prevIterator` leads to
 * newer ones. That is the page "before" the lowest possible key.
 */
export function timelinePage(request: TimelineRequest, lowestKey: string): PageRequest {
  const fromOldest = request.after !== undefined && request.before === undefined && !request.iterator;
  return fromOldest ? { ...request, iterator: `-${lowestKey}` } : request;
}
