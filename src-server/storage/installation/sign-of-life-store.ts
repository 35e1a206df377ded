import type { SignsOfLife } from '../../base/time-watch';
import { timeOfId } from '../../contract/time-of-id';
import type { Database } from '../database';
import { PUT_SETTING } from '../put-setting';

/** Kept with the settings of the instance, but none of them. */
export const LAST_SIGN_OF_LIFE = 'lastSignOfLife';

/** The last sign of life of a server on this database; where none was ever stored, its newest message. */
export function createSignOfLifeStore(db: Database): SignsOfLife {
  return {
    async read() {
      const row = await db.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [
        LAST_SIGN_OF_LIFE,
      ]);
      if (row) return JSON.parse(row.value) as number;
      const newest = await db.get<{ id: string }>('SELECT id FROM message ORDER BY id DESC LIMIT 1');
      return newest ? timeOfId(newest.id) : null;
    },
    async write(at) {
      await db.write((tx) => tx.run(PUT_SETTING, [LAST_SIGN_OF_LIFE, JSON.stringify(at)]));
    },
  };
}
