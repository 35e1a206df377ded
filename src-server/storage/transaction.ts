/** What may stand for a `?` in a statement. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/** Statements inside one write. */
export interface Transaction {
  /** Runs a statement; returns the number of rows changed and the last row id. */
  run(sql: string, params?: readonly SqlValue[]): Promise<{ changes: number; lastId: number }>;
  /** Runs a statement and returns its rows (also for INSERT ... RETURNING). */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
}
