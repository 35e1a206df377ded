import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { readPage } from '../page';

/** A summary of the whole public catalog. */
export interface PublicOverview {
  readonly count: number;
  /** Of all schemas and descriptions. */
  readonly bytes: number;
  /**
   * JSON text of a list of PublicTypeEntry, by name: it is passed on, and never parsed where that would hold up others.
   */
  readonly index: string;
}

/** What is known of each event type besides its schema. */
export interface PublicTypeEntry {
  readonly name: string;
  /** Its beginning: enough for a list. */
  readonly description: string;
  /** 0 or 1. */
  readonly deprecated: number;
  /** Since when, in milliseconds since 1970. Null: it is not, or nobody noted it. */
  readonly deprecatedAt: number | null;
  /** RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
  /** As it is stored: it may be hidden, or not exist. */
  readonly replacedBy: string | null;
  readonly groupName: string | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Rises with every change of the event type. */
  readonly version: number;
}

/** A complete event type that everybody may see. */
export interface PublicTypeContent extends PublicTypeEntry {
  /** JSON text of the schemas by version; null: none. */
  readonly schemas: string | null;
}

/** What the public may see of the catalog: nothing archived, nothing with a feature flag. */
export interface PublicCatalogStore {
  /** A text that differs after every change of any event type. */
  version(): Promise<string>;
  count(): Promise<number>;
  /** True while everybody may see each of these event types. */
  arePublic(names: readonly string[]): Promise<boolean>;
  overview(): Promise<PublicOverview>;
  /** Those of `names` that are public, up to 500, or 512 KiB of them and at least one; null: of all. */
  contents(names: readonly string[] | null): Promise<readonly PublicTypeContent[]>;
}

/** Condition on the table of event types. */
export const IS_PUBLIC = 'event_type.archived = 0 AND event_type.feature_flags IS NULL';

/** Characters of a description; a list shows the first 220. */
const DESCRIPTION_SHOWN = 1_000;
/** How much is copied to a worker at once. */
const CONTENTS_BYTES = 512 * 1024;
/** Each step of a build reads the whole index, so steps should be few. */
const CONTENTS_ROWS = 500;
const COUNT = `SELECT count(*) AS count FROM event_type WHERE ${IS_PUBLIC}`;
const VERSION_OF = '(SELECT coalesce(max(version), 0) FROM event_type_version WHERE name = event_type.name)';
const statementsOf = oncePerDialect((dialect) => ({
  overview: `
  SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes, ${dialect.jsonList(
    dialect.jsonObject({
      name: 'name',
      description: 'description',
      deprecated: 'deprecated',
      deprecatedAt: 'deprecated_at',
      sunsetAt: 'sunset_at',
      replacedBy: 'replaced_by',
      groupName: 'group_name',
      updatedAt: 'updated_at',
      version: 'version',
    }),
  )} AS "index"
  FROM (
    SELECT name, substr(description, 1, ${DESCRIPTION_SHOWN}) AS description, deprecated, deprecated_at, sunset_at,
      replaced_by, group_name, updated_at,
      ${VERSION_OF} AS version, octet_length(description) + coalesce(octet_length(schemas), 0) AS bytes
    FROM event_type WHERE ${IS_PUBLIC} ORDER BY name) AS shown`,
  isAmong: `AND ${dialect.isAmongTexts('name', '?')}`,
}));
/** The time distinguishes it from a change with the same number in a file that a restore has replaced. */
const NEWEST_CHANGE = 'SELECT id, created_at AS at FROM event_type_version ORDER BY id DESC LIMIT 1';

export function createPublicCatalogStore(db: Database): PublicCatalogStore {
  const sql = statementsOf(db.dialect);
  return {
    async version() {
      const row = await db.get<{ id: number; at: number }>(NEWEST_CHANGE);
      return row ? `${row.id} ${row.at}` : '';
    },
    async count() {
      return (await db.get<{ count: number }>(COUNT))?.count ?? 0;
    },
    async arePublic(names) {
      const row = await db.get<{ count: number }>(`${COUNT} ${sql.isAmong}`, [JSON.stringify(names)]);
      return row?.count === names.length;
    },
    async overview() {
      return (await db.get<PublicOverview>(sql.overview)) ?? { count: 0, bytes: 0, index: '[]' };
    },
    async contents(names) {
      const page = await readPage<PublicTypeContent>(
        db.lists,
        {
          select: `SELECT name, description, deprecated, deprecated_at AS "deprecatedAt", sunset_at AS "sunsetAt",
              replaced_by AS "replacedBy", group_name AS "groupName", updated_at AS "updatedAt",
              ${VERSION_OF} AS version, schemas
            FROM event_type
            WHERE ${IS_PUBLIC} ${names === null ? '' : sql.isAmong}`,
          params: names === null ? [] : [JSON.stringify(names)],
          keyColumn: 'name',
          keyOf: ({ name }) => name,
          keyPattern: /^[a-zA-Z0-9\-_.]+$/,
          defaultOrder: 'ascending',
          largeColumns: ['description', 'schemas'],
          bytesMax: CONTENTS_BYTES,
        },
        { limit: CONTENTS_ROWS },
      );
      return page.data;
    },
  };
}
