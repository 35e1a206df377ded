import { USAGE_MESSAGES_MAX } from '../../contract/limits';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { OPERATIONAL_APP_ID } from '../operational-application';
import { LAST_PUBLICATION } from './publication-store';

/**
 * A summary of the whole catalog. The database writes the JSON, off the main thread: ten thousand rows must not hold up
 * a send.
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

/** A change that was undone leaves nothing changed. A version that is no longer kept counts as another one. */
const IS_AS_BEFORE = `EXISTS (
  SELECT 1 FROM event_type_version AS was
  WHERE was.name = now.name
    AND was.version = (SELECT max(version) FROM event_type_version WHERE name = now.name AND created_at <= ?1)
    AND (was.description, was.archived, was.deprecated) = (now.description, now.archived, now.deprecated)
    AND was.sunset_at IS NOT DISTINCT FROM now.sunset_at AND was.replaced_by IS NOT DISTINCT FROM now.replaced_by
    AND was.group_name IS NOT DISTINCT FROM now.group_name
    AND was.feature_flags IS NOT DISTINCT FROM now.feature_flags AND was.schemas IS NOT DISTINCT FROM now.schemas)`;
/** The first message that no longer counts. */
const FIRST_UNCOUNTED = 'SELECT id, created_at AS at FROM message ORDER BY id DESC LIMIT 1 OFFSET ?';
const statementsOf = oncePerDialect((dialect) => ({
  changesSince: `
  SELECT 'publish' AS what, ${dialect.integerMember('value', 'at')} AS at FROM setting WHERE name = ?
  UNION ALL
  SELECT 'import', max(created_at) FROM import_receipt WHERE undone_at IS NULL HAVING max(created_at) IS NOT NULL
  ORDER BY what DESC LIMIT 1`,
  list: `
  SELECT ${dialect.jsonList(
    dialect.jsonObject({
      name: 'name',
      description: 'description',
      archived: dialect.jsonBoolean('archived = 1'),
      deprecated: dialect.jsonBoolean('deprecated = 1'),
      deprecatedAt: dialect.isoTime('deprecated_at'),
      sunsetAt: 'sunset_at',
      replacedBy: 'replaced_by',
      featureFlags: dialect.json('feature_flags'),
      groupName: 'group_name',
      hasSchema: dialect.jsonBoolean('schemas IS NOT NULL'),
      change: `
        CASE WHEN created_at > ?1 THEN 'new' WHEN updated_at > ?1 AND NOT ${IS_AS_BEFORE} THEN 'changed' END`,
      updatedAt: dialect.isoTime('updated_at'),
    }),
  )} AS json
  FROM (SELECT * FROM event_type ORDER BY name) AS now`,
  lastSent: `
  SELECT ${dialect.jsonList(dialect.jsonObject({ name: 'name', at: dialect.isoTime('at') }))} AS json
  FROM (
    SELECT event_type AS name, max(created_at) AS at FROM message
    WHERE id > ? AND app_id <> '${OPERATIONAL_APP_ID}'
    GROUP BY event_type ORDER BY event_type) AS sent`,
}));

export function createEventTypeSummaryStore(db: Database): EventTypeSummaryStore {
  const sql = statementsOf(db.dialect);
  return {
    changesSince: () => db.lists.get(sql.changesSince, [LAST_PUBLICATION]),
    async listAsJson(since) {
      return (await db.lists.get<{ json: string }>(sql.list, [since]))?.json ?? '[]';
    },
    async lastSentAsJson() {
      const uncounted = await db.lists.get<{ id: string; at: number }>(FIRST_UNCOUNTED, [USAGE_MESSAGES_MAX]);
      const row = await db.lists.get<{ json: string }>(sql.lastSent, [uncounted?.id ?? '']);
      return { json: row?.json ?? '[]', countedSince: uncounted?.at ?? null };
    },
  };
}
