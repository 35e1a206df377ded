import type { TrafficBucket } from '../../contract/traffic';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';

/** One minute of one endpoint. */
export interface TrafficMinute extends TrafficBucket {
  readonly endpointId: string;
}

/** One minute of several endpoints. */
export type TrafficSum = Pick<TrafficBucket, 'at' | 'arrivals' | 'sends' | 'succeeded' | 'failed'>;

export interface TrafficStore {
  /**
   * Adds minutes, all in one write, and removes some of what began before `keepFromS` (seconds since 1970). A minute
   * that already exists, because the service was restarted within it, becomes the sum of its parts.
   */
  add(minutes: readonly TrafficMinute[], keepFromS: number): Promise<void>;
  /** The minutes of an endpoint that began in this range of seconds since 1970, both ends inclusive, oldest first. */
  list(endpointId: string, sinceS: number, untilS: number): Promise<TrafficBucket[]>;
  /** The same for all endpoints of an application together. */
  listOfApplication(appId: string, sinceS: number, untilS: number): Promise<TrafficSum[]>;
}

/** The most minutes that one write removes: after a long pause, the old rows go bit by bit, not all at once. */
const REMOVED_AT_ONCE = 10;

const COLUMNS = {
  endpoint_id: 'text',
  at: 'integer',
  arrivals: 'integer',
  sends: 'integer',
  succeeded: 'integer',
  failed: 'integer',
  queue: 'integer',
  oldest_ms: 'integer',
  delay_p50_ms: 'integer',
  delay_p95_ms: 'integer',
} as const;
const NAMES = Object.keys(COLUMNS).join(', ');
const insertOf = oncePerDialect((dialect) => {
  // Of two numbers of which either may be missing.
  const greater = (column: string) => {
    const [known, added] = [`traffic_minute.${column}`, `excluded.${column}`];
    return `${column} = coalesce(${dialect.greatest(known, added)}, ${known}, ${added})`;
  };
  return `
  INSERT INTO traffic_minute (${NAMES})
  SELECT ${NAMES} FROM ${dialect.rows('?', COLUMNS, 'minute')} WHERE true
  ON CONFLICT (endpoint_id, at) DO UPDATE SET
    arrivals = traffic_minute.arrivals + excluded.arrivals,
    sends = traffic_minute.sends + excluded.sends,
    succeeded = traffic_minute.succeeded + excluded.succeeded,
    failed = traffic_minute.failed + excluded.failed,
    queue = excluded.queue,
    ${['oldest_ms', 'delay_p50_ms', 'delay_p95_ms'].map(greater).join(',\n    ')}`;
});
const REMOVE = `
  DELETE FROM traffic_minute
  WHERE at < ? AND at < (SELECT min(at) FROM traffic_minute) + ${REMOVED_AT_ONCE * 60}`;
const LIST = `
  SELECT at, arrivals, sends, succeeded, failed, queue, oldest_ms AS "oldestMs", delay_p50_ms AS "delayP50Ms",
    delay_p95_ms AS "delayP95Ms"
  FROM traffic_minute
  WHERE endpoint_id = ? AND at BETWEEN ? AND ?
  ORDER BY at`;

/** Through the primary key, endpoint by endpoint; a minute without traffic has no row. */
const LIST_OF_APPLICATION = `
  SELECT at, sum(arrivals) AS arrivals, sum(sends) AS sends, sum(succeeded) AS succeeded, sum(failed) AS failed
  FROM traffic_minute
  WHERE endpoint_id IN (SELECT id FROM endpoint WHERE app_id = ?) AND at BETWEEN ? AND ?
  GROUP BY at ORDER BY at`;

export function createTrafficStore(db: Database): TrafficStore {
  return {
    async add(minutes, keepFromS) {
      const rows = minutes.map((m) => [
        m.endpointId,
        m.at,
        m.arrivals,
        m.sends,
        m.succeeded,
        m.failed,
        m.queue,
        m.oldestMs,
        m.delayP50Ms,
        m.delayP95Ms,
      ]);
      await db.write(async (tx) => {
        await tx.run(insertOf(tx.dialect), [JSON.stringify(rows)]);
        await tx.run(REMOVE, [keepFromS]);
      });
    },
    list: (endpointId, sinceS, untilS) => db.lists.all(LIST, [endpointId, sinceS, untilS]),
    listOfApplication: (appId, sinceS, untilS) => db.lists.all(LIST_OF_APPLICATION, [appId, sinceS, untilS]),
  };
}
