import { OPERATIONAL_APP_ID } from '../operational-application';
import type { Transaction } from '../transaction';
import type { MovedTable } from './moved-table';

/**
 * Makes sure that a target has nothing but what each new database has.
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
    const others = name === 'application' ? 'WHERE id <> ?' : '';
    const params = name === 'application' ? [OPERATIONAL_APP_ID] : [];
    if (await rows.get(`SELECT 1 AS found FROM "${name}" ${others} LIMIT 1`, params))
      throw new Error(
        `There is an installation in ${place} already (its table ${name} is not empty), and it is not overwritten. Choose an empty place.`,
      );
  }
}
