import { columnsOf, type RowOf } from '../columns';
import type { Database } from '../database';

/** How far a reader of a polling endpoint is. Times are milliseconds since 1970. */
export interface PollingConsumerRecord {
  readonly pollerId: string;
  readonly name: string;
  /** The message up to which it is done, or an id between two. */
  readonly position: string;
  /** The last message that it was given and has not committed, or one behind it that it does not want. Null: none. */
  readonly leased: string | null;
  /** Until when it is not given those again. Null: it was given none. */
  readonly leasedUntil: number | null;
  /** When it last asked, to a minute. Null: never. */
  readonly polledAt: number | null;
  readonly createdAt: number;
}

/** A polling endpoint has as many consumers as it may have. */
export class TooManyConsumers extends Error {}

export interface PollingConsumerStore {
  list(pollerId: string): Promise<PollingConsumerRecord[]>;
  get(pollerId: string, name: string): Promise<PollingConsumerRecord | undefined>;
  /**
   * Stores it where nobody else has moved it meanwhile.
   * @param before as it was read. Undefined: there was none
   * @param most how many the polling endpoint may have, including a new one
   * @returns false, with nothing changed, when it is another one by now, or gone
   * @throws TooManyConsumers
   */
  put(
    before: PollingConsumerRecord | undefined,
    after: PollingConsumerRecord,
    most: number,
  ): Promise<boolean>;
  /** False when there was none. */
  delete(pollerId: string, name: string): Promise<boolean>;
}

type ConsumerRow = RowOf<PollingConsumerRecord>;

const COLUMNS = columnsOf<PollingConsumerRecord>(
  {
    pollerId: 'poller_id',
    name: 'name',
    position: 'position',
    leased: 'leased',
    leasedUntil: 'leased_until',
    polledAt: 'polled_at',
    createdAt: 'created_at',
  },
  ['pollerId', 'name', 'createdAt'],
);
const SELECT = `SELECT ${COLUMNS.select} FROM polling_consumer WHERE poller_id = ?`;
const INSERT = `${COLUMNS.insertInto('polling_consumer')} ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE polling_consumer SET ${COLUMNS.set}
  WHERE poller_id = ? AND name = ? AND position = ? AND coalesce(leased, '') = ? AND coalesce(leased_until, 0) = ?`;
const COUNT = 'SELECT count(*) AS count FROM polling_consumer WHERE poller_id = ?';

export function createPollingConsumerStore(db: Database): PollingConsumerStore {
  return {
    async list(pollerId) {
      const rows = await db.all<ConsumerRow>(`${SELECT} ORDER BY name`, [pollerId]);
      return rows.map(COLUMNS.toRecord);
    },
    async get(pollerId, name) {
      const row = await db.get<ConsumerRow>(`${SELECT} AND name = ?`, [pollerId, name]);
      return row && COLUMNS.toRecord(row);
    },
    put(before, after, most) {
      return db.write(async (tx) => {
        if (before) {
          const { pollerId, name, position, leased, leasedUntil } = before;
          const known = [pollerId, name, position, leased ?? '', leasedUntil ?? 0];
          return (await tx.run(UPDATE, [...COLUMNS.changes(after), ...known])).changes > 0;
        }
        const poller = `SELECT 1 FROM polling_endpoint WHERE id = ? ${tx.dialect.held}`;
        if (!(await tx.get(poller, [after.pollerId]))) return false;
        const found = await tx.get<{ count: number }>(COUNT, [after.pollerId]);
        if ((found?.count ?? 0) >= most) throw new TooManyConsumers();
        return (await tx.run(INSERT, COLUMNS.values(after))).changes > 0;
      });
    },
    async delete(pollerId, name) {
      const sql = 'DELETE FROM polling_consumer WHERE poller_id = ? AND name = ?';
      return (await db.write((tx) => tx.run(sql, [pollerId, name]))).changes > 0;
    },
  };
}
