import type { Database } from '../database';
import { WriteQueue } from '../write-queue';
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

  /** @param first the connection of the lane that has an order; the other opens its own with its first write */
  constructor(first: PgConnection, connect: () => Promise<PgConnection>, condition: PostgresCondition) {
    const ordered = new PostgresWriter(connect, condition, first);
    const beside = new PostgresWriter(connect, condition);
    this.#writers = [ordered, beside];
    this.#ordered = new WriteQueue(ordered, UNITS_PER_TRANSACTION);
    this.#beside = new WriteQueue(beside, UNITS_PER_TRANSACTION, this.#ordered.load().commitSeconds);
  }

  readonly write: Database['write'] = (work) => this.#ordered.write(work);

  readonly batchWriter: Database['batchWriter'] = (work, isOneStatement, isBeside = false) =>
    (isBeside ? this.#beside : this.#ordered).batchWriter(work, isOneStatement);

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
}
