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
    return this.#texts.length === 0 ? 'TRUE' : this.#texts.join(' AND ');
  }
}

/**
 * A list of events within a window of time (ms since 1970, both ends excluded). The window only cuts: whatever it is,
 * the first page has the newest, and pages lead to its beginning and back.
 */
export interface TimelineRequest extends PageRequest {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}
