import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { storedText } from '../stored-text';

/** One kind of mismatch between payloads and schema. */
export interface SchemaReportProblem {
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
  /** The number of payloads affected. */
  readonly count: number;
  /** The newest message it was found in. */
  readonly messageId: string;
  readonly appId: string;
  /** When that message was accepted, in milliseconds since 1970. */
  readonly at: number;
}

/** What a check of the newest payloads of an event type found. Times are milliseconds since 1970. */
export interface SchemaReportRecord {
  readonly eventType: string;
  /** Fingerprint of the schema that the payloads were checked against. */
  readonly fingerprint: string;
  /** The newest message of any type when it was made. Null: a quick check, which did not look far back. */
  readonly newestId: string | null;
  /** The newest message of this type at that time. */
  readonly lastMessageId: string;
  readonly checkedAt: number;
  readonly checked: number;
  readonly violating: number;
  readonly unchecked: number;
  readonly sinceAt: number;
  readonly untilAt: number;
  readonly problems: readonly SchemaReportProblem[];
  readonly otherProblems: number;
}

/** A stored payload to check. */
export interface StoredPayload {
  readonly id: string;
  readonly appId: string;
  readonly createdAt: number;
  /** Null: removed, or too long to read. */
  readonly payload: string | null;
}

/** Reports, and the messages they are made from. Every read is short. */
export interface SchemaReportStore {
  get(eventType: string): Promise<SchemaReportRecord | undefined>;
  /** Summaries of all of them, by name. */
  list(): Promise<Pick<SchemaReportRecord, 'checked' | 'violating' | 'eventType'>[]>;
  /** Writes a report; nothing when its event type is gone. */
  put(report: SchemaReportRecord): Promise<void>;
  remove(eventType: string): Promise<void>;
  /** The newest message; undefined when there is none. */
  newestId(): Promise<string | undefined>;
  /** Up to `limit` messages accepted before this one (null: from the newest), newest first. */
  listBefore(id: string | null, limit: number): Promise<{ id: string; eventType: string }[]>;
  /** These messages, newest first; a payload of more than `maxBytes` is not read. */
  readPayloads(ids: readonly string[], maxBytes: number): Promise<StoredPayload[]>;
}

interface ReportRow extends Omit<SchemaReportRecord, 'problems'> {
  readonly problems: string;
}

const SELECT = `
  SELECT event_type AS "eventType", fingerprint, newest_id AS "newestId", last_message_id AS "lastMessageId",
    checked_at AS "checkedAt", checked, misfits AS violating, unchecked, since_at AS "sinceAt", until_at AS "untilAt",
    problems, other_problems AS "otherProblems"
  FROM schema_report
  WHERE event_type = ?`;
// Through the catalog: the event type may have been removed while its payloads were checked.
const PUT = `
  INSERT INTO schema_report (event_type, fingerprint, newest_id, last_message_id, checked_at, checked,
    misfits, unchecked, since_at, until_at, problems, other_problems)
  SELECT name, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM event_type WHERE name = ?
  ON CONFLICT (event_type) DO UPDATE SET fingerprint = excluded.fingerprint, newest_id = excluded.newest_id,
    last_message_id = excluded.last_message_id, checked_at = excluded.checked_at, checked = excluded.checked,
    misfits = excluded.misfits, unchecked = excluded.unchecked, since_at = excluded.since_at,
    until_at = excluded.until_at, problems = excluded.problems, other_problems = excluded.other_problems`;
// A message's type is stored before its payload, so this does not read through the payloads.
const LIST_BEFORE = `
  SELECT id, event_type AS "eventType" FROM message WHERE id < ? ORDER BY id DESC LIMIT ?`;
const readPayloads = oncePerDialect(
  (dialect) => `
  SELECT id, app_id AS "appId", created_at AS "createdAt",
    CASE WHEN octet_length(payload) <= ? THEN payload END AS payload
  FROM message
  WHERE ${dialect.isAmongTexts('id', '?')}
  ORDER BY id DESC`,
);
/** Sorts after every message id. */
const HIGHEST = 'msg_~';

export function createSchemaReportStore(db: Database): SchemaReportStore {
  return {
    async get(eventType) {
      const row = await db.lists.get<ReportRow>(SELECT, [eventType]);
      return row && { ...row, problems: JSON.parse(row.problems) };
    },
    list: () =>
      db.lists.all(
        'SELECT event_type AS "eventType", checked, misfits AS violating FROM schema_report ORDER BY event_type',
      ),
    async put(report) {
      await db.write((tx) =>
        tx.run(PUT, [
          report.fingerprint,
          report.newestId,
          report.lastMessageId,
          report.checkedAt,
          report.checked,
          report.violating,
          report.unchecked,
          report.sinceAt,
          report.untilAt,
          JSON.stringify(report.problems),
          report.otherProblems,
          report.eventType,
        ]),
      );
    },
    async remove(eventType) {
      await db.write((tx) => tx.run('DELETE FROM schema_report WHERE event_type = ?', [eventType]));
    },
    async newestId() {
      return (await db.lists.get<{ id: string }>('SELECT id FROM message ORDER BY id DESC LIMIT 1'))?.id;
    },
    listBefore: (id, limit) => db.lists.all(LIST_BEFORE, [id ?? HIGHEST, limit]),
    async readPayloads(ids, maxBytes) {
      type Row = Omit<StoredPayload, 'payload'> & { readonly payload: string | Uint8Array | null };
      const rows = await db.lists.all<Row>(readPayloads(db.dialect), [maxBytes, JSON.stringify(ids)]);
      return rows.map((row) => ({ ...row, payload: storedText(row.payload) }));
    },
  };
}
