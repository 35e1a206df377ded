import type { IdWindow } from '../page';
import type { Conditions } from '../timeline';
import type { Reads } from '../transaction';

/** The rows that one statement examines: what else is read meanwhile waits for that alone. */
export const COUNT_SLICE_ROWS = 10_000;

/** What is counted, and how. */
interface Counted {
  readonly from: string;
  /** The ids that order the rows. An index leads to those `among` alone, in this order. */
  readonly key: string;
  readonly window: IdWindow;
  /** The rows that are examined, as far as they are in the window. */
  readonly among: () => Conditions;
  /** Those of them that count, of those in a part of the window. */
  readonly matching: (part: IdWindow) => Conditions;
  /** The columns of one row for each key, made of its rows: that is what is counted. Absent: the rows are. */
  readonly ofKey?: string;
  /** The aggregates, which can be added up. */
  readonly columns: string;
}

/**
 * Counts rows, those with the highest keys first.
 * @param examinedMax so many take well below a tenth of a second
 * @returns a row of aggregates for each slice, and the key before which no row was examined any more. Null: all were
 */
export async function countInSlices<Row>(
  db: Pick<Reads, 'all'>,
  { from, key, window, among, matching, ofKey, columns }: Counted,
  examinedMax: number,
): Promise<{ readonly slices: readonly Row[]; readonly stoppedAt: string | null }> {
  const slices: Row[] = [];
  // One condition for each end: with two, SQLite follows the index from the one that comes first.
  const within = ({ above, below }: IdWindow, conditions: Conditions) =>
    conditions.add(`${key} >= ?`, above).add(`${key} < ?`, below);
  let { below } = window;
  for (let examined = 0; examined < examinedMax; examined += COUNT_SLICE_ROWS) {
    const left = within({ ...window, below }, among());
    const [last] = await db.all<{ key: string }>(
      `SELECT ${key} AS key FROM ${from} WHERE ${left} ORDER BY ${key} DESC LIMIT 1 OFFSET ?`,
      [...left.params, COUNT_SLICE_ROWS - 1],
    );
    const part: IdWindow = { above: last?.key ?? window.above, below };
    const slice = within(part, matching(part));
    const rows = `${from} WHERE ${slice}`;
    const counted = ofKey === undefined ? rows : `(SELECT ${ofKey} FROM ${rows} GROUP BY ${key}) AS of_key`;
    slices.push(...(await db.all<Row>(`SELECT ${columns} FROM ${counted}`, slice.params)));
    if (!last) return { slices, stoppedAt: null };
    below = last.key;
  }
  return { slices, stoppedAt: below ?? null };
}
