import type { HotStatements } from './hot-statements';

/** The types of the columns of `rows`. */
export type ColumnType = 'text' | 'integer';

/**
 * How one engine writes what SQL leaves to each engine. Every method returns a piece of SQL, so that a statement has
 * one text for all engines. Texts are joined when a store is created, never while it works.
 *
 * The rules for the rest of a statement: `?` or `?1` for parameters; an alias with a capital letter in double quotes;
 * flags are the integers 0 and 1, so a condition that is selected or summed is written as a CASE; a parameter whose
 * type nothing tells is cast to TEXT or BIGINT; subqueries in FROM have a name.
 */
export interface Dialect {
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** The version of the engine, as text. */
  readonly version: string;
  /** The statements that are written for each engine as a whole. */
  readonly hot: HotStatements;
  /** Whether `value` is among the texts of a JSON list, most often a parameter. */
  isAmongTexts(value: string, list: string): string;
  /** The same for integers. */
  isAmongIntegers(value: string, list: string): string;
  /** The texts of a JSON list, for FROM: rows of `value` and its place `key`, from 0. None for a list that is NULL. */
  elements(list: string, alias: string): string;
  /**
   * A JSON list of lists, for FROM: rows with these columns, by name, and the place `key` of each. They come in their
   * order, unless a join changes it.
   */
  rows(list: string, columns: Readonly<Record<string, ColumnType>>, alias: string): string;
  /** A member of a stored JSON object that is a text. NULL: it is absent, or null; not NULL for anything else. */
  textMember(object: string, name: string): string;
  /** A member of a stored JSON object that is a number without a fraction. */
  integerMember(object: string, name: string): string;
  /** A condition: this member of a stored JSON object is true. */
  isTrueMember(object: string, name: string): string;
  /** A member of a stored JSON object as JSON, for `jsonObject`. NULL: it is absent. */
  jsonMember(object: string, name: string): string;
  /** A stored JSON text as JSON, for `jsonObject`. NULL stays NULL, which is null in JSON. */
  json(text: string): string;
  /** A condition as JSON, for `jsonObject`. */
  jsonBoolean(condition: string): string;
  /** A JSON object with these members; a value is text, an integer, or JSON. */
  jsonObject(members: Readonly<Record<string, string>>): string;
  /** A JSON list of the same kinds of value. */
  jsonArray(...values: readonly string[]): string;
  /** An aggregate: the JSON text of a list of all values, in the order of the rows; `[]` for none. */
  jsonList(value: string): string;
  /** The greatest of several integers. Engines differ in what it is where one of them is NULL. */
  greatest(...values: readonly string[]): string;
  /** One of two values by a condition, which has a form of its own in the conditions of indexes. */
  choose(condition: string, yes: string, no: string): string;
  /** Where a part begins in a text, from 1; 0: nowhere. */
  position(text: string, part: string): string;
  /** Whether a column that can hold any text at all, NUL included, has this text in it. NULL where it is NULL. */
  holds(column: string, text: string): string;
  /** Whether a text is like a pattern of `likePattern`, in which case of ASCII letters does not matter. */
  isLike(text: string, pattern: string): string;
  /** A column that can hold any text at all, NUL included, as text for searching in it. */
  searchable(column: string): string;
  /** A time in milliseconds as the API writes times. */
  isoTime(ms: string): string;
  /** The bytes of a column that can hold any text at all. */
  bytes(column: string): string;
  /** JSON as a text, for the result of a statement. */
  jsonText(json: string): string;
  /**
   * A statement: the columns of all tables, those of each in their order, as `table`, `column`, and `isText` (1: it holds a
   * text).
   */
  readonly textColumns: string;
  /** The join of a table, with ON after it, that must be read after what stands before it. */
  readonly joinNext: string;
  /** After a SELECT in a write that changes its rows: nobody else changes them before it ends. */
  readonly held: string;
  /** After the name of a table: it must be read by this index. */
  indexedBy(index: string): string;
  /**
   * A statement, with the time now in milliseconds as its parameter: the `time` up to which whatever was accepted is
   * there to be read, as ids tell it. Null: all is read in the order in which it was accepted.
   */
  readonly settledUntil: string | null;
  /** Orders the rows of `old_secret` and `sync_receipt_item` as they were inserted. */
  readonly inserted: string;
  /** A column in a condition that must not be answered by an index. */
  unindexed(column: string): string;
}
