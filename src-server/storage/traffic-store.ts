import type { TrafficBucket } from '../contract/traffic';
import type { Database } from './database';

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

const INSERT = `
  INSERT INTO traffic_minute (endpoint_id, at, arrivals, sends, succeeded, failed, queue, oldest_ms, delay_p50_ms,
    delay_p95_ms)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
    value ->> 8, value ->> 9
  FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET
    arrivals = arrivals + excluded.arrivals,
    sends = sends + excluded.sends,
    succeeded = succeeded + excluded.succeeded,
    failed = failed + excluded.failed,
    queue = excluded.queue,
    oldest_ms = coalesce(max(oldest_ms, excluded.oldest_ms), oldest_ms, excluded.oldest_ms),
    delay_p50_ms = coalesce(max(delay_p50_ms, excluded.delay_p50_ms), delay_p50_ms, excluded.delay_p50_ms),
    delay_p95_ms = coalesce(max(delay_p95_ms, excluded.delay_p95_ms), delay_p95_ms, excluded.delay_p95_ms)`;
const REMOVE = `
  DELETE FROM traffic_minute
  WHERE at < min(?, (SELECT min(at) FROM traffic_minute) + ${REMOVED_AT_ONCE * 60})`;
const LIST = `
  SELECT at, arrivals, sends, succeeded, failed, queue, oldest_ms AS oldestMs, delay_p50_ms AS delayP50Ms,
    delay_p95_ms AS delayP95Ms
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
        await tx.run(INSERT, [JSON.stringify(rows)]);
        await tx.run(REMOVE, [keepFromS]);
      });
    },
    list: (endpointId, sinceS, untilS) => db.all(LIST, [endpointId, sinceS, untilS]),
    listOfApplication: (appId, sinceS, untilS) => db.all(LIST_OF_APPLICATION, [appId, sinceS, untilS]),
  };
}
