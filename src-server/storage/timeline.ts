import { type IdPrefix, lowestId } from '../base/id';
import type { Dialect } from './dialect';
import type { IdWindow, PageFilter, PageRequest } from './page';
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

/** How far the time in an id may be from the time of its row: the wall clock may have been set in between. */
export const CLOCK_STEP_MS = 3_600_000;

/** Ids rise with time, so that an index of ids leads to a window of time. The exact time has to be compared as well. */
export function idWindow(
  prefix: IdPrefix,
  { before, after }: Pick<TimelineRequest, 'before' | 'after'>,
): IdWindow {
  return {
    above: after === undefined ? undefined : lowestId(prefix, after - CLOCK_STEP_MS),
    below: before === undefined ? undefined : lowestId(prefix, before + CLOCK_STEP_MS),
  };
}

/** Rows of tables joined in FROM, as far as they fulfil the conditions. */
interface Rows {
  readonly from: string;
  readonly where: Conditions;
  /** True: several rows may have the same key. */
  readonly repeats?: boolean;
}

/**
 * How a list finds by `key` those of the rows `among` that are `matching`, within a window of keys. Undefined: that is all
 * of them.
 */
export function filterRows(
  dialect: Dialect,
  key: string,
  { among, matching, window }: { readonly among: Rows; readonly matching: Rows; readonly window?: IdWindow },
): PageFilter | undefined {
  if (`${among.where}` === `${matching.where}`) return undefined;
  const statement = ({ from, where, repeats = false }: Rows) => ({
    sql: `SELECT ${repeats ? 'DISTINCT ' : ''}${key} FROM ${from} WHERE ${where}`,
    params: where.params,
  });
  return {
    keyColumn: key,
    window,
    among: statement(among),
    matching: statement(matching),
    isAmongKeys: (column) => dialect.isAmongTexts(column, '?'),
  };
}
