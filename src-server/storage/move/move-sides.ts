import type { Transaction } from '../transaction';
import type { MovedTable } from './moved-table';
import type { MovedRow, RowReader } from './read-table';

/** The installation that is moved: stopped, and held so that no server starts on it. */
export interface MoveSource extends RowReader {
  /** Without a password. */
  readonly name: string;
  /** The highest number that the engine has given in a table with numbers; 0: none. */
  lastNumber(table: MovedTable): Promise<number>;
  /** @throws Error with a sentence for the user when another server could have it now */
  assertHeld(): void;
  /** Writes in it, durably. */
  write(work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Releases it. */
  close(): Promise<void>;
}

/** The place where it goes: empty, and held as well. */
export interface MoveTarget {
  readonly name: string;
  /** Begins a copy that nobody sees before it is complete. */
  begin(tables: readonly MovedTable[]): Promise<MoveCopy>;
  /** Releases it; what was begun and not completed is gone. */
  close(): Promise<void>;
}

/** A copy that is being made. Reading from it shows what has been written so far. */
export interface MoveCopy extends RowReader {
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** Lets the engine count on from this number. */
  continueAfter(table: MovedTable, last: number): Promise<void>;
  /** Checks what can fail, so that `complete` hardly does. */
  prepare(): Promise<void>;
  /**
   * Makes it the installation of the target, durably.
   * @returns `unknown` when nobody can tell whether it did
   * @throws when it did not
   */
  complete(): Promise<'done' | 'unknown'>;
}
