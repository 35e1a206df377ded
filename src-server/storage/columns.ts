import type { SqlValue } from './transaction';

/** A column, and how it holds a member of a record. */
interface Column<T> {
  readonly name: string;
  readonly read: (stored: SqlValue) => T;
  readonly write: (value: T) => SqlValue;
}

/** The column of each member of a record. A bare name stands for one that holds the value as it is. */
type ColumnMap<R> = {
  readonly [Member in keyof R]-?: Column<R[Member]> | ([R[Member]] extends [SqlValue] ? string : never);
};

/** A row of `select`, under the names of the members; what is held in another form still has that form. */
export type RowOf<R> = {
  readonly [Member in keyof R]: [R[Member]] extends [SqlValue] ? R[Member] : SqlValue;
};

/** What statements need of the columns of a record. */
export interface Columns<R> {
  /** For SELECT and RETURNING, alone or in a query that reads other tables too. */
  readonly select: string;
  selectFrom(table: string): string;
  /** What `row` has besides is left out. */
  toRecord(row: RowOf<R>): R;
  toRow(record: R): RowOf<R>;
  /** A statement that takes `values`, and then those of other columns. */
  insertInto(table: string, ...others: readonly string[]): string;
  values(record: R): SqlValue[];
  /** For UPDATE, of all columns but the fixed ones: the names, the text, and the values that it takes. */
  readonly changing: readonly string[];
  readonly set: string;
  changes(record: R): SqlValue[];
}

/**
 * Makes all that the statements of a store need from one list of columns.
 * @param fixed members that never change. An UPDATE must not name a key, even with the same value: SQLite would look
 *   for every row that refers to it
 */
export function columnsOf<R extends object>(map: ColumnMap<R>, fixed: readonly (keyof R)[] = []): Columns<R> {
  const entries: [string, string | Column<unknown>][] = Object.entries(map);
  const columns = entries.map(([member, column]) => ({
    member: member as keyof R & string,
    ...(typeof column === 'string' ? { name: column, read: asItIs, write: asItIs } : column),
  }));
  const names = columns.map(({ name }) => name);
  const changing = columns.filter(({ member }) => !fixed.includes(member));
  const selectFrom = (table: string) =>
    columns.map(({ member, name }) => `${table}${name} AS "${member}"`).join(', ');
  const valuesOf = (some: typeof columns, record: R) =>
    some.map(({ member, write }) => write(record[member]));
  return {
    select: selectFrom(''),
    selectFrom: (table) => selectFrom(`${table}.`),
    toRecord(row) {
      const record: Partial<Record<keyof R, unknown>> = {};
      for (const { member, read } of columns) record[member] = read(row[member] as SqlValue);
      return record as R;
    },
    toRow(record) {
      const row: Partial<Record<keyof R, SqlValue>> = {};
      for (const { member, write } of columns) row[member] = write(record[member]);
      return row as RowOf<R>;
    },
    insertInto(table, ...others) {
      const all = [...names, ...others];
      return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
    },
    values: (record) => valuesOf(columns, record),
    changing: changing.map(({ name }) => name),
    set: changing.map(({ name }) => `${name} = ?`).join(', '),
    changes: (record) => valuesOf(changing, record),
  };
}

const asItIs = (value: unknown) => value as SqlValue;

/** 1 for true. */
export function flag(name: string): Column<boolean> {
  return { name, read: (stored) => stored === 1, write: (value) => (value ? 1 : 0) };
}

/** JSON text; null is NULL. */
export function json<T>(name: string): Column<T> {
  return {
    name,
    read: (stored) => (stored === null ? null : JSON.parse(String(stored))),
    write: (value) => (value === null ? null : JSON.stringify(value)),
  };
}

/** The same for a list that is never empty: an empty one is stored as none. */
export function listOrNone<T extends readonly unknown[] | null>(name: string): Column<T> {
  return { ...json<T>(name), write: (value) => (value?.length ? JSON.stringify(value) : null) };
}
