import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { ApplicationOverviewOut } from '../../../../src-server/contract/fleet';
import { APPLICATION_COLUMNS, type ApplicationColumn, type ApplicationRow } from './application-columns';

/** An order of the table of applications; in the address `name`, or `-sent` for descending. */
interface ApplicationOrder {
  readonly column: ApplicationColumn;
  readonly isDescending: boolean;
}

const ID_START = 'app_';
/** Trouble first: that is why people look at the table. */
const FIRST_ORDER = '-failing';

/** The order in an address; the first one if the address has no valid order. */
export function readOrder(text: string): ApplicationOrder {
  const column = APPLICATION_COLUMNS.find(({ id }) => id === text.replace(/^-/, ''));
  return column ? { column, isDescending: text.startsWith('-') } : readOrder(FIRST_ORDER);
}

/** The order in the address after the head of a column was pressed; pressed again, it is reversed. Empty: the first. */
export function nextOrder(now: ApplicationOrder, { id, startsAscending }: ApplicationColumn): string {
  const isDescending = now.column.id === id ? !now.isDescending : !startsAscending;
  const text = `${isDescending ? '-' : ''}${id}`;
  return text === FIRST_ORDER ? '' : text;
}

/** The rows in an order; equal ones keep their sequence. */
export function inOrder(rows: readonly ApplicationRow[], order: ApplicationOrder): readonly ApplicationRow[] {
  const sign = order.isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: order.column.value(row) }))
    .sort((a, b) => sign * compare(a.value, b.value))
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en', { numeric: true });
  // No limit is more than any limit, and two of them are equal: their difference would be NaN.
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The rows of the table for a search and an order, as both are in the address. */
export function shownRows(
  applications: readonly ApplicationOut[],
  overviews: ReadonlyMap<string, ApplicationOverviewOut> | undefined,
  { search, sort }: { readonly search: string; readonly sort: string },
): readonly ApplicationRow[] {
  const shown = withText(applications, search);
  const rows = shown.map((application) => ({ application, overview: overviews?.get(application.id) }));
  return inOrder(rows, readOrder(sort));
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
