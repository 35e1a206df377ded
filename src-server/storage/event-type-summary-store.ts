import { USAGE_MESSAGES_MAX } from '../contract/limits';
import type { Database } from './database';
import { OPERATIONAL_APP_ID } from './operational-application';
import { LAST_PUBLICATION } from './publication-store';

/**
 * A summary of the whole catalog. SQLite writes the JSON, off the main thread: ten thousand rows must not hold up a
 * send.
 */
export interface EventTypeSummaryStore {
  /** Where counting changes starts: the last publish, otherwise the last import not undone. Milliseconds since 1970. */
  changesSince(): Promise<{ readonly what: 'publish' | 'import'; readonly at: number } | undefined>;
  /**
   * Every event type without its schemas, by name, as a JSON text.
   * @param since in milliseconds since 1970. Null: nothing counts as changed
   */
  listAsJson(since: number | null): Promise<string>;
  /** The event types of the newest messages, each with the time of its last one, as a JSON text. */
  lastSentAsJson(): Promise<{
    readonly json: string;
    /** Messages accepted before this were not considered. Null: all were. */
    readonly countedSince: number | null;
  }>;
}

/** A time in milliseconds as the API writes times. */
const isoTime = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
const bool = (expression: string) => `json(iif(${expression}, 'true', 'false'))`;

const CHANGES_SINCE = `
  SELECT 'publish' AS what, json_extract(value, '$.at') AS at FROM setting WHERE name = ?
  UNION ALL
  SELECT 'import', max(created_at) FROM import_receipt WHERE undone_at IS NULL HAVING max(created_at) IS NOT NULL
  LIMIT 1`;
/** A change that was undone leaves nothing changed. A version that is no longer kept counts as another one. */
const IS_AS_BEFORE = `EXISTS (
  SELECT 1 FROM event_type_version AS was
  WHERE was.name = now.name
    AND was.version = (SELECT max(version) FROM event_type_version WHERE name = now.name AND created_at <= ?1)
    AND (was.description, was.archived, was.deprecated) = (now.description, now.archived, now.deprecated)
    AND was.group_name IS now.group_name AND was.feature_flags IS now.feature_flags AND was.schemas IS now.schemas)`;
const LIST = `
  SELECT json_group_array(json_object(
    'name', name, 'description', description, 'archived', ${bool('archived')}, 'deprecated', ${bool('deprecated')},
    'featureFlags', json(feature_flags), 'groupName', group_name, 'hasSchema', ${bool('schemas IS NOT NULL')},
    'change', CASE WHEN created_at > ?1 THEN 'new' WHEN updated_at > ?1 AND NOT ${IS_AS_BEFORE} THEN 'changed' END,
    'updatedAt', ${isoTime('updated_at')})) AS json
  FROM (SELECT * FROM event_type ORDER BY name) AS now`;
/** The first message that no longer counts. */
const FIRST_UNCOUNTED = 'SELECT id, created_at AS at FROM message ORDER BY id DESC LIMIT 1 OFFSET ?';
const LAST_SENT = `
  SELECT json_group_array(json_object('name', name, 'at', ${isoTime('at')})) AS json
  FROM (
    SELECT event_type AS name, max(created_at) AS at FROM message
    WHERE id > ? AND app_id <> '${OPERATIONAL_APP_ID}'
    GROUP BY event_type ORDER BY event_type)`;

export function createEventTypeSummaryStore(db: Database): EventTypeSummaryStore {
  return {
    changesSince: () => db.get(CHANGES_SINCE, [LAST_PUBLICATION]),
    async listAsJson(since) {
      return (await db.get<{ json: string }>(LIST, [since]))?.json ?? '[]';
    },
    async lastSentAsJson() {
      const uncounted = await db.get<{ id: string; at: number }>(FIRST_UNCOUNTED, [USAGE_MESSAGES_MAX]);
      const row = await db.get<{ json: string }>(LAST_SENT, [uncounted?.id ?? '']);
      return { json: row?.json ?? '[]', countedSince: uncounted?.at ?? null };
    },
  };
}
