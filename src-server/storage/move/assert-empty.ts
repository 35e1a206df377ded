import { LAST_SIGN_OF_LIFE } from '../installation/sign-of-life-store';
import { OPERATIONAL_APP_ID } from '../operational-application';
import { NOTICES_READ_UNTIL } from '../put-setting';
import type { Transaction } from '../transaction';
import type { MovedTable } from './moved-table';

/** The rows that a server writes by itself: which column says so, and how. */
const OWN_ROWS: Readonly<Record<string, readonly [column: string, ...values: string[]]>> = {
  application: ['id', OPERATIONAL_APP_ID],
  setting: ['name', LAST_SIGN_OF_LIFE, NOTICES_READ_UNTIL],
};

/**
 * Makes sure that a target has nothing but what each new database has after its first start.
 * @param tables those that are there
 * @throws Error with a sentence for the user
 */
export async function assertEmpty(
  rows: Pick<Transaction, 'get'>,
  tables: readonly MovedTable[],
  place: string,
): Promise<void> {
  for (const { name } of tables) {
    if (name === 'installation') continue;
    const [column, ...values] = OWN_ROWS[name] ?? [];
    const others = values.map(() => `${column} <> ?`).join(' AND ') || 'TRUE';
    if (await rows.get(`SELECT 1 AS found FROM "${name}" WHERE ${others} LIMIT 1`, values))
      throw new Error(
        `There is an installation in ${place} already (its table ${name} is not empty), and it is not overwritten. Choose an empty place.`,
      );
  }
}
