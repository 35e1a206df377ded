import { IS_LIVING_CUSTOMER } from '../application-store';
import type { Database } from '../database';
import { groupColumn } from '../group-column';
import { oncePerDialect } from '../once-per-dialect';
import { IS_LIVING_TOKEN } from './event-type-usage-store';

/** What the catalog insights are derived from. Each list is one query. */
export interface InsightFacts {
  /** Event types that are not archived, by name. */
  readonly types: readonly {
    readonly name: string;
    readonly isDescribed: boolean;
    readonly hasSchema: boolean;
    /** Null: everyone sees it. */
    readonly featureFlags: readonly string[] | null;
    /** Until when it is promised, RFC 3339. Null: it is not deprecated, or without a date. */
    readonly sunsetAt: string | null;
  }[];
  /** How many endpoints without a filter an application has, if any. */
  readonly unfiltered: ReadonlyMap<string, number>;
  /** Names that endpoints filter by, or whose group they take. */
  readonly named: ReadonlySet<string>;
  /** For the event types with flags or such a date: who names them. */
  readonly naming: readonly {
    readonly name: string;
    readonly appId: string;
    readonly endpoints: number;
  }[];
  /** By flag: the applications whose customer has it. */
  readonly seeing: ReadonlyMap<string, ReadonlySet<string>>;
  /** Living tokens by flag. */
  readonly tokens: ReadonlyMap<string, number>;
}

export interface EventTypeInsightStore {
  read(now: number): Promise<InsightFacts>;
}

const TYPES = `
  SELECT name, trim(description) <> '' AS "isDescribed", schemas IS NOT NULL AS "hasSchema",
    feature_flags AS "featureFlags", CASE WHEN deprecated = 1 THEN sunset_at END AS "sunsetAt"
  FROM event_type WHERE archived = 0 ORDER BY name`;
const LIVING = `FROM endpoint JOIN application ON application.id = endpoint.app_id`;
const IS_LIVING = `endpoint.deleted_at IS NULL AND ${IS_LIVING_CUSTOMER}`;
const UNFILTERED = `
  SELECT endpoint.app_id AS "appId", count(*) AS endpoints ${LIVING}
  WHERE ${IS_LIVING} AND endpoint.filter_types IS NULL AND endpoint.filter_groups IS NULL GROUP BY endpoint.app_id`;
const statementsOf = oncePerDialect((dialect) => {
  const types = dialect.elements('endpoint.filter_types', 'type');
  const groups = dialect.elements('endpoint.filter_groups', 'whole');
  const group = groupColumn(dialect);
  return {
    named: `
  SELECT DISTINCT type.value AS name ${LIVING} JOIN ${types} ON TRUE WHERE ${IS_LIVING}
  UNION
  SELECT name FROM event_type WHERE ${group} IN (
    SELECT DISTINCT whole.value ${LIVING} JOIN ${groups} ON TRUE WHERE ${IS_LIVING})`,
    naming: `
  WITH asked AS (
    SELECT name, ${group} AS own_group FROM event_type
    WHERE archived = 0 AND (feature_flags IS NOT NULL OR (deprecated = 1 AND sunset_at IS NOT NULL))),
  naming AS (
    SELECT type.value AS name, endpoint.app_id, endpoint.id ${LIVING} JOIN ${types} ON TRUE
    WHERE ${IS_LIVING} AND type.value IN (SELECT name FROM asked)
    UNION
    SELECT asked.name, endpoint.app_id, endpoint.id ${LIVING} JOIN ${groups} ON TRUE
    JOIN asked ON asked.own_group = whole.value
    WHERE ${IS_LIVING})
  SELECT name, app_id AS "appId", count(*) AS endpoints FROM naming GROUP BY name, app_id`,
    flags: `
  SELECT flag.value AS flag, token.app_id AS "appId", count(*) AS tokens
  FROM token JOIN ${dialect.elements('token.feature_flags', 'flag')} ON TRUE
  WHERE ${IS_LIVING_TOKEN}
    AND (token.app_id IS NULL OR token.app_id IN (SELECT id FROM application WHERE ${IS_LIVING_CUSTOMER}))
  GROUP BY flag.value, token.app_id`,
  };
});

export function createEventTypeInsightStore(db: Database): EventTypeInsightStore {
  const sql = statementsOf(db.dialect);
  return {
    async read(now) {
      const types = await db.lists.all<{
        name: string;
        isDescribed: number;
        hasSchema: number;
        featureFlags: string | null;
        sunsetAt: string | null;
      }>(TYPES);
      const unfiltered = await db.lists.all<{ appId: string; endpoints: number }>(UNFILTERED);
      const named = await db.lists.all<{ name: string }>(sql.named);
      const naming = await db.lists.all<InsightFacts['naming'][number]>(sql.naming);
      const flags = await db.lists.all<{ flag: string; appId: string | null; tokens: number }>(sql.flags, [
        now,
        now,
      ]);
      const seeing = new Map<string, Set<string>>();
      const tokens = new Map<string, number>();
      for (const { flag, appId, tokens: count } of flags) {
        tokens.set(flag, (tokens.get(flag) ?? 0) + count);
        if (appId !== null) seeing.set(flag, (seeing.get(flag) ?? new Set()).add(appId));
      }
      return {
        types: types.map((type) => ({
          name: type.name,
          isDescribed: type.isDescribed === 1,
          hasSchema: type.hasSchema === 1,
          featureFlags: type.featureFlags === null ? null : JSON.parse(type.featureFlags),
          sunsetAt: type.sunsetAt,
        })),
        unfiltered: new Map(unfiltered.map(({ appId, endpoints }) => [appId, endpoints])),
        named: new Set(named.map(({ name }) => name)),
        naming,
        seeing,
        tokens,
      };
    },
  };
}
