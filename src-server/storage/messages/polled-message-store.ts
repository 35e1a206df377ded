import { lowestId } from '../../base/id';
import { ID_STEP_MS } from '../../contract/time-of-id';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { type MessageRecord, type MessageRow, messageColumns, toMessageRecord } from './message-archive';

/** What decides whether a polling endpoint takes a message, without its content. */
export interface PolledTraits {
  readonly id: string;
  readonly eventType: string;
  /** Null: on no channel, or not asked for. */
  readonly channels: readonly string[] | null;
  /** Size of its payload. Null: it was removed. */
  readonly bytes: number | null;
}

/** Reads the messages of an application in the order in which they were accepted, which is that of their ids. */
export interface PolledMessageStore {
  /**
   * The id below which no message can appear any more. Null: none appears below one that is there.
   * @param now milliseconds since 1970
   */
  settledBelow(now: number): Promise<string | null>;
  /** Up to `limit` messages after `afterId`, below `belowId` if it is not null. */
  listAfter(
    appId: string,
    range: { readonly afterId: string; readonly belowId: string | null; readonly withChannels: boolean },
    limit: number,
  ): Promise<PolledTraits[]>;
  /** The newest message, below `belowId` if it is not null. Undefined: there is none. */
  newest(appId: string, belowId: string | null): Promise<string | undefined>;
  /** These messages with their payloads, without those that have none any more. */
  readContents(ids: readonly string[]): Promise<readonly MessageRecord[]>;
  /** The ids of the messages from one to another, both included. */
  listIds(appId: string, fromId: string, untilId: string): Promise<string[]>;
  /** The message that has `index` before it in the 4 ms that begin at `time`. */
  findAt(appId: string, time: number, index: number): Promise<string | undefined>;
}

const CONTENTS = oncePerDialect(
  (dialect) =>
    `SELECT ${messageColumns(true)} FROM message WHERE ${dialect.isAmongTexts('message.id', '?')} AND message.payload IS NOT NULL
     ORDER BY message.id`,
);
const LIST_IDS = 'SELECT id FROM message WHERE app_id = ? AND id >= ? AND id <= ? ORDER BY id';
const FIND_AT = `
  SELECT id FROM message WHERE app_id = ? AND id >= ? AND id < ? ORDER BY id LIMIT 1 OFFSET ?`;

export function createPolledMessageStore(db: Database): PolledMessageStore {
  const contents = CONTENTS(db.dialect);
  return {
    async settledBelow(now) {
      const { settledUntil } = db.dialect;
      if (settledUntil === null) return null;
      const row = await db.get<{ time: number }>(settledUntil, [now]);
      return lowestId('msg_', row?.time ?? 0);
    },
    async listAfter(appId, { afterId, belowId, withChannels }, limit) {
      // The column is stored after the payload: reading it means reading through that.
      const channels = withChannels ? 'channels' : 'NULL';
      const rows = await db.lists.all<{
        readonly id: string;
        readonly eventType: string;
        readonly channels: string | null;
        readonly bytes: number | null;
      }>(
        `SELECT id, event_type AS "eventType", ${channels} AS channels, octet_length(payload) AS bytes
         FROM message
         WHERE app_id = ? AND id > ?${belowId === null ? '' : ' AND id < ?'}
         ORDER BY id
         LIMIT ?`,
        [appId, afterId, ...(belowId === null ? [] : [belowId]), limit],
      );
      return rows.map((row) => ({
        id: row.id,
        eventType: row.eventType,
        channels: row.channels === null ? null : JSON.parse(row.channels),
        bytes: row.bytes,
      }));
    },
    async newest(appId, belowId) {
      const row = await db.lists.get<{ id: string }>(
        `SELECT id FROM message WHERE app_id = ?${belowId === null ? '' : ' AND id < ?'} ORDER BY id DESC LIMIT 1`,
        [appId, ...(belowId === null ? [] : [belowId])],
      );
      return row?.id;
    },
    async readContents(ids) {
      const rows = await db.lists.all<MessageRow>(contents, [JSON.stringify(ids)]);
      return rows.map(toMessageRecord);
    },
    async listIds(appId, fromId, untilId) {
      const rows = await db.lists.all<{ id: string }>(LIST_IDS, [appId, fromId, untilId]);
      return rows.map(({ id }) => id);
    },
    async findAt(appId, time, index) {
      const range = [lowestId('msg_', time), lowestId('msg_', time + ID_STEP_MS)];
      return (await db.lists.get<{ id: string }>(FIND_AT, [appId, ...range, index]))?.id;
    },
  };
}
