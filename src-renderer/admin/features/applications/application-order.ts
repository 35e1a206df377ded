import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';

/** What the table of applications can be ordered by: its columns. */
export const ORDER_COLUMNS = ['name', 'endpoints', 'limit', 'sent', 'failing'] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

/** An order of the table; in the address `name`, or `-sent` for descending. */
export interface ApplicationOrder {
  readonly column: OrderColumn;
  readonly isDescending: boolean;
}

const ID_START = 'app_';
/** More endpoints than an application has: one that fails is worse than any number that are held. */
const MORE_THAN_HELD = 1_000_000;

/** Trouble first: that is why people look at the table. */
export const FIRST_ORDER: ApplicationOrder = { column: 'failing', isDescending: true };

/** The order in an address; the first one if the address has no valid order. */
export function readOrder(text: string): ApplicationOrder {
  const column = ORDER_COLUMNS.find((one) => one === text.replace(/^-/, ''));
  return column ? { column, isDescending: text.startsWith('-') } : FIRST_ORDER;
}

/** The order as written in the address; empty for the first one. */
export function writeOrder({ column, isDescending }: ApplicationOrder): string {
  const isFirst = column === FIRST_ORDER.column && isDescending === FIRST_ORDER.isDescending;
  return isFirst ? '' : `${isDescending ? '-' : ''}${column}`;
}

/**
 * The order after a column head was pressed: names start with A, numbers with the largest; pressing again reverses it.
 */
export function nextOrder(now: ApplicationOrder, column: OrderColumn): ApplicationOrder {
  return { column, isDescending: now.column === column ? !now.isDescending : column !== 'name' };
}

/** The applications in an order; equal ones keep their sequence. */
export function inOrder(
  applications: readonly ApplicationOut[],
  overviews: ReadonlyMap<string, ApplicationOverviewOut> | undefined,
  { column, isDescending }: ApplicationOrder,
): readonly ApplicationOut[] {
  const sign = isDescending ? -1 : 1;
  if (column === 'name')
    return [...applications].sort((a, b) => sign * a.name.localeCompare(b.name, 'en', { numeric: true }));
  const numbers = new Map(applications.map((one) => [one.id, numberOf(one, overviews?.get(one.id), column)]));
  const of = ({ id }: ApplicationOut) => numbers.get(id) ?? 0;
  // No limit is more than any limit, and two of them are equal: their difference would be NaN.
  return [...applications].sort((a, b) => (of(a) === of(b) ? 0 : of(a) < of(b) ? -sign : sign));
}

function numberOf(
  application: ApplicationOut,
  overview: ApplicationOverviewOut | undefined,
  column: Exclude<OrderColumn, 'name'>,
): number {
  if (column === 'limit') return application.rateLimit ?? Number.POSITIVE_INFINITY;
  if (!overview) return 0;
  const { endpoints, failing, held, succeeded, failed } = overview;
  const trouble = failing * MORE_THAN_HELD + held;
  return { endpoints, failing: trouble, sent: sum(succeeded) + sum(failed) }[column];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

/** Applications with these letters in their name or your identifier, or whose own identifier begins with them. */
export function withText(applications: readonly ApplicationOut[], search: string): readonly ApplicationOut[] {
  const wanted = search.trim().toLowerCase();
  // Every identifier begins alike: a search for only that beginning means a name.
  const isId = wanted.length > ID_START.length && wanted.startsWith(ID_START);
  return applications.filter(
    ({ id, uid, name }) =>
      [uid ?? '', name].some((text) => text.toLowerCase().includes(wanted)) ||
      (isId && id.toLowerCase().startsWith(wanted)),
  );
}
