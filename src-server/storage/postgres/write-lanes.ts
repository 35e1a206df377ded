import type { Database } from '../database';
import type { ReplyLimit } from '../engine/reply-limit';
import { WriteQueue } from '../engine/write-queue';
import { outcomeUnknown } from '../outcome-unknown';
import type { SqlValue, Transaction } from '../transaction';
import { noReply } from './no-reply';
import type { PgConnection } from './pg-connection';
import type { PostgresCondition } from './postgres-condition';
import { PostgresWriter } from './postgres-writer';

/**
 * Each unit has a savepoint, which is a transaction inside of its transaction. Beyond 64 of these, every other session
 * looks for them on disk.
 */
const UNITS_PER_TRANSACTION = 60;

/**
 * The writes of a database in two lanes, each with a connection of its own: one for all that has an order, and one beside
 * it for what has not, which are the outcomes of most attempts. Neither waits for the commits of the other, and a batch
 * that is alone in its transaction is a single round trip.
 *
 * No more than two: with more lanes, the same work comes in smaller batches, and costs PostgreSQL more.
 */
export class WriteLanes implements Pick<Database, 'write' | 'batchWriter' | 'load' | 'onCommit' | 'close'> {
  readonly #writers: readonly PostgresWriter[];
  readonly #ordered: WriteQueue;
  readonly #beside: WriteQueue;
  readonly #limit: ReplyLimit | null;

  /**
   * @param first the connection of the lane that has an order; the other opens its own with its first write
   * @param limit of the wait for a write. Null: there is none
   */
  constructor(
    first: PgConnection,
    connect: () => Promise<PgConnection>,
    { condition, limit }: { readonly condition: PostgresCondition; readonly limit: ReplyLimit | null },
  ) {
    this.#limit = limit;
    const ordered = new PostgresWriter(connect, condition, first);
    const beside = new PostgresWriter(connect, condition);
    this.#writers = [ordered, beside];
    this.#ordered = new WriteQueue(ordered, UNITS_PER_TRANSACTION);
    this.#beside = new WriteQueue(beside, UNITS_PER_TRANSACTION, this.#ordered.load().commitSeconds);
  }

  /** One that goes on, statement by statement, is not late. */
  readonly write: Database['write'] = (work) =>
    this.#inTime((heard) => this.#ordered.write((tx) => work(hearing(tx, heard))));

  readonly batchWriter: Database['batchWriter'] = (work, isOneStatement, share) => {
    const write = (share?.isBeside ? this.#beside : this.#ordered).batchWriter(work, isOneStatement, share);
    return (input) => this.#inTime(() => write(input));
  };

  load() {
    const { queued, commitSeconds } = this.#ordered.load();
    return { queued: queued + this.#beside.load().queued, commitSeconds };
  }

  onCommit(listener: () => void): void {
    this.#ordered.onCommit(listener);
    this.#beside.onCommit(listener);
  }

  async close(): Promise<void> {
    await Promise.all([this.#ordered.end(), this.#beside.end()]);
    await Promise.all(this.#writers.map((writer) => writer.close()));
  }

  #inTime<T>(write: (heard: () => void) => Promise<T>): Promise<T> {
    const limit = this.#limit;
    if (!limit) return write(() => undefined);
    const { limitMs } = limit;
    const happened = `PostgreSQL has not responded for ${limitMs / 1000} s`;
    return limit.run(write, () => outcomeUnknown(noReply(limitMs), happened));
  }
}

/** Calls `heard` with each response. */
function hearing(tx: Transaction, heard: () => void): Transaction {
  return {
    dialect: tx.dialect,
    all: <T>(sql: string, params?: readonly SqlValue[]) => tx.all<T>(sql, params).finally(heard),
    get: <T>(sql: string, params?: readonly SqlValue[]) => tx.get<T>(sql, params).finally(heard),
    run: (sql, params) => tx.run(sql, params).finally(heard),
  };
}
