import { lowestId } from '../../base/id';
import { IS_LIVING_CUSTOMER } from '../application-store';
import { columnsOf, listOrNone, type RowOf } from '../columns';
import type { Database } from '../database';

/** A consumer of a polling endpoint that has not polled for a while. Times are milliseconds since 1970. */
export interface SilentConsumerRecord {
  readonly appId: string;
  readonly appName: string;
  readonly pollerId: string;
  readonly uid: string | null;
  readonly description: string;
  readonly filterTypes: readonly string[] | null;
  readonly channels: readonly string[] | null;
  readonly name: string;
  readonly position: string;
  readonly polledAt: number;
}

export interface SilentConsumerStore {
  /**
   * Those that polled last at `until` or before, and behind whose position a message has been since then, wanted or not; the
   * longest silent first. Those of disabled polling endpoints are not among them: nothing could be polled there.
   */
  list(until: number, limit: number): Promise<SilentConsumerRecord[]>;
}

const COLUMNS = columnsOf<SilentConsumerRecord>({
  appId: 'polling_endpoint.app_id',
  appName: 'application.name',
  pollerId: 'polling_endpoint.id',
  uid: 'polling_endpoint.uid',
  description: 'polling_endpoint.description',
  filterTypes: listOrNone('polling_endpoint.filter_types'),
  channels: listOrNone('polling_endpoint.channels'),
  name: 'polling_consumer.name',
  position: 'polling_consumer.position',
  polledAt: 'polling_consumer.polled_at',
});
const LIST = `
  SELECT ${COLUMNS.select}
  FROM polling_consumer
  JOIN polling_endpoint ON polling_endpoint.id = polling_consumer.poller_id
  JOIN application ON application.id = polling_endpoint.app_id
  WHERE polling_consumer.polled_at <= ? AND polling_endpoint.disabled = 0 AND ${IS_LIVING_CUSTOMER}
    AND EXISTS (
      SELECT 1 FROM message
      WHERE message.app_id = polling_endpoint.app_id AND message.id > polling_consumer.position AND message.id < ?)
  ORDER BY polling_consumer.polled_at, polling_consumer.poller_id, polling_consumer.name
  LIMIT ?`;

export function createSilentConsumerStore(db: Database): SilentConsumerStore {
  return {
    async list(until, limit) {
      const rows = await db.lists.all<RowOf<SilentConsumerRecord>>(LIST, [
        until,
        lowestId('msg_', until),
        limit,
      ]);
      return rows.map(COLUMNS.toRecord);
    },
  };
}
