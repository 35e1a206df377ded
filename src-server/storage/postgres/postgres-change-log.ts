/**
 * How nothing is left out, although ids are given before commits and commits come in another order: a read notes its
 * snapshot, which says what it could see, and the next one asks for what that could not. This is exact, takes no lock,
 * and a transaction that stays open for long, be it in another database, makes no read longer.
 *
 * What is removed could be seen ten minutes before. A reader whose last read is older than that is told that it may have
 * missed something, whatever the clocks of machines say.
 */
import type { Change, ChangeLog } from '../change-log';
import type { Database } from '../database';
import type { PgConnection } from './pg-connection';

/** More changes than this at once are not told one by one. */
const CHANGES_MAX = 5_000;

interface LogRow {
  readonly snapshot: string;
  readonly missed: number;
  /** Null: the only row, without a change. */
  readonly topic: Change['topic'] | null;
  readonly key: string;
}

const SNAPSHOT = 'SELECT pg_current_snapshot()::text AS snapshot';

/** Snapshots of one server follow each other, so the ends of two tell which is newer; beats alone move the end on. */
const SINCE = `
  SELECT pg_current_snapshot()::text AS snapshot, change.topic, change.key,
    pg_snapshot_xmax(?1::pg_snapshot) <= pg_snapshot_xmax(removal.removed)
      OR pg_snapshot_xmax(?1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) AS missed
  FROM change_log_removal AS removal LEFT JOIN change_log AS change
    ON change.xid >= pg_snapshot_xmin(?1::pg_snapshot) AND NOT pg_visible_in_snapshot(change.xid, ?1::pg_snapshot)
  ORDER BY change.id LIMIT ${CHANGES_MAX + 1}`;

/**
 * Opens the log at this moment: what was committed before is not told. Open it before reading what it watches over.
 * @param connect the log has a connection of its own, because a look must not wait behind what others read
 */
export async function openPostgresChangeLog(connect: () => Promise<PgConnection>): Promise<ChangeLog> {
  let connection: PgConnection | null = null;

  async function ask<T>(sql: string, params: readonly string[] = []): Promise<T[]> {
    if (!connection?.isOpen()) connection = await connect();
    return connection.all<T>(sql, params);
  }

  /** What the last read could see. */
  let last = (await ask<Pick<LogRow, 'snapshot'>>(SNAPSHOT))[0]?.snapshot ?? '1:1:';
  return {
    async read() {
      const rows = await ask<LogRow>(SINCE, [last]);
      const [first] = rows;
      if (!first) throw new Error('the log of changes has lost the row that says what was removed from it');
      last = first.snapshot;
      if (first.missed === 1 || rows.length > CHANGES_MAX) return null;
      return rows.flatMap(({ topic, key }) => (topic === null ? [] : [{ topic, key }]));
    },
    async close() {
      const closing = connection;
      connection = null;
      await closing?.close();
    },
  };
}

const NEXT_MARK = `
  UPDATE change_log_removal SET removed = marked, marked = pg_current_snapshot(), marked_at = now()
  WHERE marked_at < now() - interval '10 minutes'`;
const REMOVE = `
  DELETE FROM change_log WHERE id IN (
    SELECT change.id FROM change_log AS change JOIN change_log_removal AS removal
      ON pg_visible_in_snapshot(change.xid, removal.removed)
    ORDER BY change.id LIMIT ?)`;

/** Removes up to `limit` changes that everybody could see ten minutes ago. @returns how many */
export async function removeOldChanges(db: Pick<Database, 'write'>, limit: number): Promise<number> {
  const { changes } = await db.write(async (tx) => {
    await tx.run(NEXT_MARK);
    return tx.run(REMOVE, [limit]);
  });
  return changes;
}
