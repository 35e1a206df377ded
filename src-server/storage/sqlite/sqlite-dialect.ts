import type { Dialect } from '../dialect';
import { sqliteHotStatements } from './sqlite-hot-statements';

/** A place or a name as SQLite takes it on the right of `->>`. */
const path = (name: string) => `'$.${name}'`;
const isAmong = (value: string, list: string) => `${value} IN (SELECT value FROM json_each(${list}))`;

export const sqliteDialect: Dialect = {
  engine: 'SQLite',
  version: 'sqlite_version()',
  inserted: 'rowid',
  // One process writes, and those of one application are written in the order of their ids.
  settledUntil: null,
  hot: sqliteHotStatements,
  isAmongTexts: isAmong,
  isAmongIntegers: isAmong,
  elements: (list, alias) => `json_each(${list}) AS ${alias}`,
  rows(list, columns, alias) {
    const all = Object.keys(columns).map((name, place) => `value ->> ${place} AS "${name}"`);
    return `(SELECT key, ${all.join(', ')} FROM json_each(${list})) AS ${alias}`;
  },
  textMember: (object, name) => `${object} ->> ${path(name)}`,
  integerMember: (object, name) => `${object} ->> ${path(name)}`,
  isTrueMember: (object, name) => `${object} ->> ${path(name)}`,
  jsonMember: (object, name) => `json(${object} -> ${path(name)})`,
  json: (text) => `json(${text})`,
  jsonBoolean: (condition) => `json(iif(${condition}, 'true', 'false'))`,
  jsonObject: (members) =>
    `json_object(${Object.entries(members)
      .map(([name, value]) => `'${name}', ${value}`)
      .join(', ')})`,
  jsonArray: (...values) => `json_array(${values.join(', ')})`,
  jsonList: (value) => `json_group_array(${value})`,
  greatest: (...values) => `max(${values.join(', ')})`,
  choose: (condition, yes, no) => `iif(${condition}, ${yes}, ${no})`,
  position: (text, part) => `instr(${text}, ${part})`,
  holds: (column, text) => `instr(CAST(${column} AS BLOB), CAST(${text} AS BLOB)) > 0`,
  isLike: (text, pattern) => `${text} LIKE ${pattern} ESCAPE '\\'`,
  searchable: (column) => column,
  isoTime: (ms) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`,
  bytes: (column) => `CAST(${column} AS BLOB)`,
  jsonText: (json) => json,
  textColumns: `SELECT kept.name AS "table", field.name AS "column", field.type = 'TEXT' AS "isText"
    FROM sqlite_schema AS kept JOIN pragma_table_info(kept.name) AS field
    WHERE kept.type = 'table' AND kept.name NOT LIKE 'sqlite%' ORDER BY kept.name, field.cid`,
  joinNext: 'CROSS JOIN',
  held: '', // a write is alone
  indexedBy: (index) => `INDEXED BY ${index}`,
  unindexed: (column) => `+${column}`,
};
