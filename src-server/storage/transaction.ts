import type { Dialect } from './dialect';

/** What may stand for a `?` in a statement. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/** Statements inside one write. */
export interface Transaction {
  readonly dialect: Dialect;
  /** Runs a statement; returns the number of rows changed. */
  run(sql: string, params?: readonly SqlValue[]): Promise<{ changes: number }>;
  /** Runs a statement and returns its rows (also for INSERT ... RETURNING). */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
}

/** Statements that only read. */
export type Reads = Pick<Transaction, 'all' | 'get'>;

/** The rows as of one moment. */
export interface Snapshot extends Reads {
  /** Ends it; harmless when it has already ended. Later reads are rejected. */
  close(): Promise<void>;
}
