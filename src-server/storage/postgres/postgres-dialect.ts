import type { ColumnType, Dialect } from '../dialect';
import { postgresHotStatements } from './postgres-hot-statements';

const CASTS: Readonly<Record<ColumnType, string>> = { text: '', integer: '::bigint' };
// Not jsonb, which refuses a whole object for one escape that text cannot hold.
const ofObject = (object: string) => `(${object})::json`;

/** `->>` returns text, so everything else is cast. JSON is stored as text, which keeps it as it was written. */
export const postgresDialect: Dialect = {
  engine: 'PostgreSQL',
  // Without what the packager adds to it.
  version: "split_part(current_setting('server_version'), ' ', 1)",
  // A column that only these tables have here: a row has no number of its own.
  inserted: 'place',
  // Another node may store a message with a lower id later, by so much as the clocks differ and as its write takes.
  settledUntil: `SELECT least(CAST(? AS BIGINT), coalesce((
    SELECT (extract(epoch FROM min(xact_start)) * 1000)::bigint FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL
  ), 9007199254740991)) - 1000 AS time`,
  hot: postgresHotStatements,
  // As an array, and not as a subquery in IN: an array is looked up in an index whatever the planner expects of it.
  isAmongTexts: (value, list) =>
    `${value} = ANY(ARRAY(SELECT jsonb_array_elements_text((${list})::text::jsonb)))`,
  isAmongIntegers: (value, list) =>
    `${value} = ANY(ARRAY(SELECT jsonb_array_elements_text((${list})::text::jsonb)::bigint))`,
  elements: (list, alias) => `LATERAL (
    SELECT value, place - 1 AS key
    FROM jsonb_array_elements_text((${list})::text::jsonb) WITH ORDINALITY AS element (value, place)
  ) AS ${alias}`,
  rows(list, columns, alias) {
    const all = Object.entries(columns).map(
      ([name, type], place) => `(value ->> ${place})${CASTS[type]} AS "${name}"`,
    );
    return `LATERAL (
    SELECT place - 1 AS key, ${all.join(', ')}
    FROM jsonb_array_elements((${list})::text::jsonb) WITH ORDINALITY AS element (value, place)
  ) AS ${alias}`;
  },
  textMember: (object, name) => `(${ofObject(object)} ->> '${name}')`,
  integerMember: (object, name) => `(${ofObject(object)} ->> '${name}')::bigint`,
  isTrueMember: (object, name) => `coalesce((${ofObject(object)} ->> '${name}')::boolean, FALSE)`,
  jsonMember: (object, name) => `(${ofObject(object)} -> '${name}')`,
  json: (text) => `(${text})::json`,
  jsonBoolean: (condition) => `(${condition})`,
  jsonObject: (members) =>
    `json_build_object(${Object.entries(members)
      .map(([name, value]) => `'${name}', ${value}`)
      .join(', ')})`,
  jsonArray: (...values) => `json_build_array(${values.join(', ')})`,
  jsonList: (value) => `coalesce(json_agg(${value}), '[]')::text`,
  greatest: (...values) => `greatest(${values.join(', ')})`,
  choose: (condition, yes, no) => `CASE WHEN ${condition} THEN ${yes} ELSE ${no} END`,
  position: (text, part) => `strpos(${text}, ${part})`,
  holds: (column, text) => `position(convert_to(${text}, 'UTF8') IN ${column}) > 0`,
  isLike: (text, pattern) => `${text} ILIKE ${pattern} ESCAPE '\\'`,
  // Such columns hold bytes, since text refuses NUL.
  searchable: (column) => `CASE WHEN position('\\x00'::bytea IN ${column}) = 0
    THEN convert_from(${column}, 'UTF8') ELSE encode(${column}, 'escape') END`,
  isoTime: (ms) =>
    `to_char(to_timestamp(${ms} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  bytes: (column) => column,
  jsonText: (json) => `(${json})::text`,
  // The planner decides by its statistics; it takes no hints.
  textColumns: `SELECT table_name::text AS "table", column_name::text AS "column",
    CASE WHEN data_type = 'text' THEN 1 ELSE 0 END AS "isText"
    FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  joinNext: 'JOIN',
  held: 'FOR NO KEY UPDATE',
  indexedBy: () => '',
  unindexed: (column) => column,
};
