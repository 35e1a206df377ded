/**
 * The database that the stores work on, whatever its engine: one queue of writes, and reads next to it.
 *
 * Promises: writes run one after another in the order they were made, except where a batch writer asks for less, and each
 * is durable before its promise resolves; one that fails leaves no trace and does not harm its neighbors, nor does a bad
 * input of a batch writer harm the rest of its batch. Reads run on other connections, see only committed data and never
 * wait for a writer.
 *
 * Not promised: work inside `write` must only await its `tx`; anything else would hold up every writer. Nor may it catch
 * the failure of a statement and go on with the next: to PostgreSQL, the whole work has failed then.
 */
import type { Histogram } from '../base/histogram';
import type { DatabaseTrouble } from './database-trouble';
import type { Dialect } from './dialect';
import type { Reads, Row, Snapshot, SqlValue, Transaction } from './transaction';
import type { BatchShare, BatchWork } from './write-unit';

export interface Database {
  /** What logs and messages call it: the path of its file, or its address without the password. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Reads committed rows. For what is found at once, by a key or an index: everything else waits behind it. */
  all<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;
  /** The first row, or undefined. */
  get<T = Row>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>;
  /** The same for lists, searches and counts, which may take long: nothing else waits for these. */
  readonly lists: Reads;
  /**
   * Everything committed now, readable in many steps whatever is written meanwhile. Until it is closed, nothing that it
   * sees can be cleaned up, so it must not wait for anything without a time limit.
   */
  openSnapshot(): Promise<Snapshot>;
  /** Runs `work` alone and makes it durable; rejects, with nothing written, when it throws. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A writer that takes many small inputs at once: inputs given while the queue was busy reach `work` together, in
   * order. `work` returns one result per input. When it throws, nothing of that batch is written, and it is called
   * again for each input alone, so that only inputs that cannot be written are rejected.
   * @param isOneStatement for which inputs `work` runs exactly one statement. A statement is executed completely or not
   *   at all by itself, so such a batch needs no BEGIN and COMMIT around it when it is alone.
   * @param share absent: its inputs are in order with all other writes
   */
  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement?: (inputs: readonly In[]) => boolean,
    share?: BatchShare<In>,
  ): (input: In) => Promise<Out>;
  /** Why it cannot be relied on right now. Null: nothing known. */
  trouble(): DatabaseTrouble | null;
  /** Whether its disk has not answered for seconds. What was begun goes on when it does. */
  isHanging(): boolean;
  /** Calls `listener` when a statement or a commit has met trouble; only the last listener given is kept. */
  onTrouble(listener: () => void): void;
  /** Writes what is already there. `trouble` tells afterwards whether that worked; it rejects when it did not. */
  tryWriting(): Promise<void>;
  /** Writes waiting for their turn, and how long each transaction has taken so far. */
  load(): { readonly queued: number; readonly commitSeconds: Histogram };
  /** Calls `listener` after each commit; only the last listener given is kept. */
  onCommit(listener: () => void): void;
  /** Resolves when everything queued is written and every connection closed. */
  close(): Promise<void>;
}
