import type { ListResponse } from '../../contract/list';
import type { Database } from '../database';
import type { Dialect } from '../dialect';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, readPage } from '../page';
import { storedText } from '../stored-text';
import { Conditions, filterRows, idWindow, type TimelineRequest } from '../timeline';
import { traceIdIn } from '../trace-context';
import type { Transaction } from '../transaction';

/** A stored message. */
export interface MessageRecord {
  readonly id: string;
  readonly appId: string;
  readonly eventId: string | null;
  readonly eventType: string;
  /** The text as received. Null: not asked for, or removed. */
  readonly payload: string | null;
  /** Of a payload submitted as text, which may be anything. Null: it is the JSON text of an object. */
  readonly contentType: string | null;
  /** True when the payload was removed. */
  readonly isExpunged: boolean;
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When delivery was scheduled to begin, in milliseconds since 1970. Null: at once. */
  readonly deliverAt: number | null;
  /** The trace that it is a part of. Null: none. */
  readonly traceId: string | null;
}

export interface MessageFilter extends TimelineRequest {
  readonly channel?: string | undefined;
  readonly tag?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly withContent: boolean;
}

/** How much there is to remove of a message. */
export interface MessageSize {
  readonly id: string;
  /** Size of its payload. Null: already removed. */
  readonly payloadBytes: number | null;
}

/** Accepted messages, for lookup. */
export interface MessageArchive {
  list(appId: string, filter: MessageFilter): Promise<ListResponse<MessageRecord>>;
  /** Finds one of this application by id or by the sender's event id. */
  get(appId: string, idOrEventId: string, withContent: boolean): Promise<MessageRecord | undefined>;
  /** Removes the payload permanently; waiting deliveries then fail. False when there is no such message. */
  expungeContent(appId: string, id: string): Promise<boolean>;
  /** The same for many, by id or event id; returns those of `names` that were found. */
  expungeContents(appId: string, names: readonly string[]): Promise<string[]>;
  /** Up to `limit` messages of an application, by id, after `afterId` and up to `lastId`. No payload is read. */
  listContents(appId: string, afterId: string, lastId: string, limit: number): Promise<MessageSize[]>;
  /** Removes these payloads permanently, as part of a larger write; returns how many there were. */
  expungeWithin(tx: Transaction, messageIds: readonly string[]): Promise<number>;
}

export interface MessageRow {
  id: string;
  app_id: string;
  event_id: string | null;
  event_type: string;
  /** `storedText` reads it. */
  payload: string | Uint8Array | null;
  is_expunged: number;
  channels: string | null;
  tags: string | null;
  created_at: number;
  deliver_at: number | null;
  content_type: string | null;
  trace_id: string | null;
}

/** The columns of a message; without content its payload is not even read. */
export function messageColumns(withContent: boolean): string {
  const payload = withContent ? 'message.payload' : 'NULL';
  return `message.id, message.app_id, message.event_id, message.event_type, ${payload} AS payload,
    message.payload IS NULL AS is_expunged, message.channels, message.tags, message.created_at,
    message.deliver_at, message.content_type, ${traceIdIn('message.traceparent')} AS trace_id`;
}

const LIST_CONTENTS = `
  SELECT id, octet_length(payload) AS "payloadBytes"
  FROM message
  WHERE app_id = ? AND id > ? AND id <= ?
  ORDER BY id
  LIMIT ?`;
const EXPUNGE = 'UPDATE message SET payload = NULL, payload_expires_at = NULL';
const statementsOf = oncePerDialect((dialect) => ({
  expungeNamed: `${EXPUNGE}
  WHERE app_id = ? AND (${dialect.isAmongTexts('id', '?')} OR ${dialect.isAmongTexts('event_id', '?')})
  RETURNING id, event_id AS "eventId"`,
  expungeSome: `${EXPUNGE} WHERE ${dialect.isAmongTexts('id', '?')} AND payload IS NOT NULL`,
  onChannel: `EXISTS (SELECT 1 FROM ${dialect.elements('message.channels', 'channel')} WHERE channel.value = ?)`,
  withTag: `EXISTS (SELECT 1 FROM ${dialect.elements('message.tags', 'tag')} WHERE tag.value = ?)`,
  ofTypes: dialect.isAmongTexts('message.event_type', '?'),
}));

export function createMessageArchive(db: Database): MessageArchive {
  return {
    async list(appId, filter) {
      const ofApplication = () => new Conditions().add('message.app_id = ?', appId);
      const matching = filterMessages(db.dialect, ofApplication(), filter);
      const page = await readPage<MessageRow>(
        db.lists,
        {
          select: `SELECT ${messageColumns(filter.withContent)} FROM message WHERE ${ofApplication()}`,
          params: [appId],
          ...MESSAGE_KEY,
          filter: filterRows(db.dialect, 'message.id', {
            among: { from: 'message', where: ofApplication() },
            matching: { from: 'message', where: matching },
            window: idWindow('msg_', filter),
          }),
          largeColumns: filter.withContent ? ['payload'] : [],
        },
        filter,
      );
      return mapPage(page, toMessageRecord);
    },
    async get(appId, idOrEventId, withContent) {
      const column = idOrEventId.startsWith('msg_') ? 'id' : 'event_id';
      const row = await db.get<MessageRow>(
        `SELECT ${messageColumns(withContent)} FROM message WHERE app_id = ? AND ${column} = ?`,
        [appId, idOrEventId],
      );
      return row && toMessageRecord(row);
    },
    async expungeContent(appId, id) {
      const sql = `${EXPUNGE} WHERE app_id = ? AND id = ?`;
      return (await db.write((tx) => tx.run(sql, [appId, id]))).changes > 0;
    },
    expungeContents(appId, names) {
      return db.write(async (tx) => {
        const list = JSON.stringify(names);
        const { expungeNamed } = statementsOf(tx.dialect);
        const rows = await tx.all<{ id: string; eventId: string | null }>(expungeNamed, [appId, list, list]);
        const found = new Set(rows.flatMap(({ id, eventId }) => [id, eventId]));
        return names.filter((name) => found.has(name));
      });
    },
    listContents: (appId, afterId, lastId, limit) =>
      db.all<MessageSize>(LIST_CONTENTS, [appId, afterId, lastId, limit]),
    async expungeWithin(tx, messageIds) {
      return (await tx.run(statementsOf(tx.dialect).expungeSome, [JSON.stringify(messageIds)])).changes;
    },
  };
}

/** Lists of messages are ordered by their ids, newest first. */
export const MESSAGE_KEY = {
  keyColumn: 'message.id',
  keyOf: (row: { id: string }) => row.id,
  keyPattern: /^msg_[0-9A-Za-z]+$/,
  defaultOrder: 'descending',
} as const;
export const LOWEST_MESSAGE_ID = 'msg_0';

/** The part of a filter that concerns the message. */
export function filterMessages(
  dialect: Dialect,
  conditions: Conditions,
  filter: Pick<MessageFilter, 'channel' | 'tag' | 'eventTypes' | 'before' | 'after'>,
): Conditions {
  return filterContent(dialect, conditions, filter)
    .add('message.created_at < ?', filter.before)
    .add('message.created_at > ?', filter.after);
}

export function filterContent(
  dialect: Dialect,
  conditions: Conditions,
  filter: Pick<MessageFilter, 'channel' | 'tag' | 'eventTypes'>,
): Conditions {
  const types = filter.eventTypes?.length ? JSON.stringify(filter.eventTypes) : undefined;
  const { onChannel, withTag, ofTypes } = statementsOf(dialect);
  return conditions.add(onChannel, filter.channel).add(withTag, filter.tag).add(ofTypes, types);
}

export function toMessageRecord(row: MessageRow): MessageRecord {
  return {
    id: row.id,
    appId: row.app_id,
    eventId: row.event_id,
    eventType: row.event_type,
    payload: storedText(row.payload),
    isExpunged: row.is_expunged === 1,
    channels: row.channels === null ? null : JSON.parse(row.channels),
    tags: row.tags === null ? null : JSON.parse(row.tags),
    createdAt: row.created_at,
    deliverAt: row.deliver_at,
    contentType: row.content_type,
    traceId: row.trace_id,
  };
}
