import type { Dialect } from '../../src-server/storage/dialect';
import type { Row, SqlValue } from '../../src-server/storage/transaction';

/** A statement that uses a piece of the dialect, and the rows that every engine must return for it. */
export interface DialectCase {
  readonly title: string;
  readonly sql: (dialect: Dialect) => string;
  readonly params: readonly SqlValue[];
  readonly rows: readonly Row[];
}

const OBJECT = JSON.stringify({
  word: 'a"',
  at: 1_700_000_000_123,
  on: true,
  off: false,
  none: null,
  list: ['b'],
});
const NAMES = JSON.stringify(['b', 'a"\\', 'ü', 'b']);
const object = 'CAST(? AS TEXT)';
const number = 'CAST(? AS BIGINT)';

export const DIALECT_CASES: readonly DialectCase[] = [
  {
    title: 'a text is among those of a list or it is not',
    sql: (d) => `SELECT CASE WHEN ${d.isAmongTexts(object, '?')} THEN 1 ELSE 0 END AS found`,
    params: ['a"\\', NAMES],
    rows: [{ found: 1 }],
  },
  {
    title: 'a text that differs only in its case is not among them',
    sql: (d) => `SELECT CASE WHEN ${d.isAmongTexts(object, '?')} THEN 1 ELSE 0 END AS found`,
    params: ['B', NAMES],
    rows: [{ found: 0 }],
  },
  {
    title: 'nothing is among those of an empty list',
    sql: (d) => `SELECT CASE WHEN ${d.isAmongTexts(object, '?')} THEN 1 ELSE 0 END AS found`,
    params: ['a', '[]'],
    rows: [{ found: 0 }],
  },
  {
    title: 'an integer is among those of a list, beyond 32 bits too',
    sql: (d) => `SELECT CASE WHEN ${d.isAmongIntegers(number, '?')} THEN 1 ELSE 0 END AS found`,
    params: [1_700_000_000_123, '[5,1700000000123]'],
    rows: [{ found: 1 }],
  },
  {
    title: 'the elements of a list come with their places, repeated ones too',
    sql: (d) => `SELECT word.value, word.key FROM ${d.elements('?', 'word')} ORDER BY word.key`,
    params: [NAMES],
    rows: ['b', 'a"\\', 'ü', 'b'].map((value, key) => ({ value, key })),
  },
  {
    title: 'a list that is NULL has no elements',
    sql: (d) => `SELECT word.value FROM ${d.elements(object, 'word')}`,
    params: [null],
    rows: [],
  },
  {
    title: 'the elements of a column are joined to its row',
    sql: (d) => `SELECT stored.id, word.value
      FROM (SELECT 7 AS id, ${object} AS words) AS stored JOIN ${d.elements('stored.words', 'word')} ON TRUE
      ORDER BY word.key`,
    params: ['["x","y"]'],
    rows: [
      { id: 7, value: 'x' },
      { id: 7, value: 'y' },
    ],
  },
  {
    title: 'rows keep the names, types and order that they were given',
    sql: (d) => `SELECT name, "dueAt", key
      FROM ${d.rows('?', { name: 'text', dueAt: 'integer' }, 'wanted')} ORDER BY wanted.key`,
    params: ['[["7",1700000000123],["a\\"",null],[null,-1]]'],
    rows: [
      { name: '7', dueAt: 1_700_000_000_123, key: 0 },
      { name: 'a"', dueAt: null, key: 1 },
      { name: null, dueAt: -1, key: 2 },
    ],
  },
  {
    title: 'numbered parameters may be used more than once',
    sql: (d) => `SELECT name, ${number.replace('?', '?2')} AS now
      FROM ${d.rows('?1', { name: 'text' }, 'wanted')} WHERE key < ?2 ORDER BY key`,
    params: ['[["a"],["b"]]', 1],
    rows: [{ name: 'a', now: 1 }],
  },
  {
    title: 'members of a stored object are text, integers and truth',
    sql: (d) => `SELECT ${d.textMember('said', 'word')} AS text, ${d.integerMember('said', 'at')} AS integer,
        ${d.textMember('said', 'none')} AS none, ${d.textMember('said', 'nowhere')} AS nowhere,
        CASE WHEN ${d.textMember('said', 'list')} IS NULL THEN 0 ELSE 1 END AS "hasList",
        CASE WHEN ${d.isTrueMember('said', 'on')} THEN 1 ELSE 0 END AS "isOn",
        CASE WHEN ${d.isTrueMember('said', 'off')} THEN 1 ELSE 0 END AS "isOff",
        CASE WHEN ${d.isTrueMember('said', 'nowhere')} THEN 1 ELSE 0 END AS "isNowhere"
      FROM (SELECT ${object} AS said) AS stored`,
    params: [OBJECT],
    rows: [
      {
        ...{ text: 'a"', integer: 1_700_000_000_123, none: null, nowhere: null },
        ...{ hasList: 1, isOn: 1, isOff: 0, isNowhere: 0 },
      },
    ],
  },
  {
    title: 'the greatest of several integers',
    sql: (d) => `SELECT ${d.greatest(number, number, number)} AS greatest`,
    params: [3, 1_700_000_000_123, -5],
    rows: [{ greatest: 1_700_000_000_123 }],
  },
  {
    title: 'one of two values by a condition',
    sql: (d) => `SELECT ${d.choose(`${number} = 1`, "'yes'", "'no'")} AS word`,
    params: [1],
    rows: [{ word: 'yes' }],
  },
  {
    title: 'where a part begins in a text, in characters',
    sql: (d) => `SELECT ${d.position(object, "'.'")} AS first, ${d.position(object, "'.'")} AS nowhere`,
    params: ['üü.x.', 'üü'],
    rows: [{ first: 3, nowhere: 0 }],
  },
  {
    title: 'whether bytes have a text in them, in its case, and past what would end a text',
    sql(d) {
      const held =
        d.engine === 'SQLite' ? "?1 || char(0) || 'ü'" : "convert_to(?1, 'UTF8') || decode('00c3bc', 'hex')";
      return `SELECT CASE WHEN ${d.holds(`(${held})`, '?2')} THEN 1 ELSE 0 END AS "holds"`;
    },
    params: ['Ada', 'ü'],
    rows: [{ holds: 1 }],
  },
  ...[
    ['%50\\%%', 'Save 50% now', 1],
    ['%50\\%%', 'Save 500 now', 0],
    ['%a\\_b%', 'xA_Bx', 1],
    ['%a\\_b%', 'xAcBx', 0],
    ['%\\\\%', 'a\\b', 1],
  ].map(([pattern, text, like]) => ({
    title: `a text is like a pattern: ${text} and ${pattern}`,
    sql: (d: Dialect) => `SELECT CASE WHEN ${d.isLike(object, object)} THEN 1 ELSE 0 END AS "isLike"`,
    params: [text ?? null, pattern ?? null],
    rows: [{ isLike: like ?? null }],
  })),
  {
    title: 'a time as the API writes it',
    sql: (d) => `SELECT ${d.isoTime(number)} AS at`,
    params: [1_700_000_000_003],
    rows: [{ at: '2023-11-14T22:13:20.003Z' }],
  },
];

/** A statement whose result is one JSON text, `json`, and what it must parse to. */
export const JSON_CASES: readonly (Pick<DialectCase, 'title' | 'sql' | 'params'> & {
  readonly value: unknown;
})[] = [
  {
    title: 'a list of objects in the order of the rows',
    sql: (d) => `SELECT ${d.jsonList(
      d.jsonObject({
        name: 'name',
        at: 'at',
        isLate: d.jsonBoolean('at > 1'),
        list: d.jsonMember('body', 'list'),
        value: d.json('body'),
        nothing: d.json('none'),
      }),
    )} AS json
      FROM (
        SELECT given.name, given.at, given.body, given.none
        FROM ${d.rows('?', { name: 'text', at: 'integer', body: 'text', none: 'text' }, 'given')} ORDER BY at DESC
      ) AS ordered`,
    params: [
      JSON.stringify([
        ['"a', 1, '{"list":["b","a"]}', null],
        ['b', 2, '{"list":null}', null],
      ]),
    ],
    value: [
      { name: 'b', at: 2, isLate: true, list: null, value: { list: null }, nothing: null },
      { name: '"a', at: 1, isLate: false, list: ['b', 'a'], value: { list: ['b', 'a'] }, nothing: null },
    ],
  },
  {
    title: 'a list of lists, empty for no rows',
    sql: (d) => `SELECT ${d.jsonList(d.jsonArray('name', 'at'))} AS json
      FROM ${d.rows('?', { name: 'text', at: 'integer' }, 'given')}`,
    params: ['[]'],
    value: [],
  },
  {
    title: 'a list as a text',
    sql: (d) => `SELECT ${d.jsonText(d.jsonArray('name', 'at'))} AS json
      FROM ${d.rows('?', { name: 'text', at: 'integer' }, 'given')}`,
    params: ['[["a",1700000000123]]'],
    value: ['a', 1_700_000_000_123],
  },
];
