import { systemClock } from '../base/clock';
import { apiError } from '../base/errors';
import { Histogram } from '../base/histogram';
import { type CommittedUnits, commitUnits } from './commit-units';
import type { DatabaseCondition } from './database-condition';
import type { Connection } from './sqlite-connection';
import type { Transaction } from './transaction';
import { type BatchEntry, type BatchWork, batchUnit, type Unit } from './write-unit';

/** Further writes wait for the next transaction, so that no caller waits for an endless one. */
const UNITS_PER_TRANSACTION = 256;
/** Bounds of the histogram of transactions, in seconds. */
const COMMIT_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/** Further inputs go to a new unit of a batch writer, which bounds the size of one statement. */
const INPUTS_PER_BATCH = 512;

/**
 * All writes of a database, one transaction after the other. Whatever queued up while the last commit was being flushed
 * becomes the next transaction. `Database` documents what the methods promise.
 */
export class WriteQueue {
  readonly #writer: Connection;
  readonly #condition: DatabaseCondition;
  /** Whether the last commit was refused because the files are lost. */
  #wasLost = false;
  #queue: Unit[] = [];
  /** Work for the writer between two transactions. */
  #between: (() => Promise<void>)[] = [];
  /** Requested definitions that are still pending. */
  readonly #pendingDefinitions: string[] = [];
  #onCommit: () => void = () => {};
  readonly #commitSeconds = new Histogram(COMMIT_BOUNDS_S);
  #draining: Promise<void> | null = null;
  #hasEnded = false;

  constructor(writer: Connection, condition: DatabaseCondition) {
    this.#writer = writer;
    this.#condition = condition;
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#enqueue({
        async run(tx) {
          result = await work(tx);
        },
        isOneStatement: () => false,
        settle: () => resolve(result),
        fail: reject,
        split: () => [],
      });
    });
  }

  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement: (inputs: readonly In[]) => boolean = () => false,
  ) {
    let open: BatchEntry<In, Out>[] | null = null;
    return (input: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        const entry = { input, resolve, reject };
        if (open && open.length < INPUTS_PER_BATCH) {
          open.push(entry);
          return;
        }
        const batch = [entry];
        open = batch;
        this.#enqueue(
          batchUnit(work, isOneStatement, batch, () => {
            if (open === batch) open = null;
          }),
        );
      });
  }

  load() {
    return { queued: this.#queue.length, commitSeconds: this.#commitSeconds };
  }

  define(sql: string): void {
    this.#pendingDefinitions.push(sql);
  }

  onCommit(listener: () => void): void {
    this.#onCommit = listener;
  }

  /** Runs `work` when no transaction is open. */
  betweenWrites<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Accepts no more writes; resolves when the accepted ones are written. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#draining;
  }

  #enqueue(unit: Unit): void {
    if (this.#hasEnded) {
      unit.fail(apiError('unavailable', 'The service is stopping.'));
      return;
    }
    this.#queue.push(unit);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Starting on the next turn lets everything that arrived in this one share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0 || this.#between.length > 0) {
      for (const work of this.#between.splice(0)) await work();
      if (this.#queue.length === 0) continue;
      const units = this.#queue.splice(0, UNITS_PER_TRANSACTION);
      const beganUs = systemClock.monotonicUs();
      await this.#commit(units);
      this.#commitSeconds.observe((systemClock.monotonicUs() - beganUs) / 1e6);
    }
    this.#draining = null;
  }

  async #commit(units: readonly Unit[]): Promise<void> {
    if (this.#wasLost && this.#refuseIfLost(units)) return;
    let committed: CommittedUnits;
    try {
      await this.#defineAll();
      committed = await commitUnits(this.#writer, units);
    } catch (cause) {
      // SQLite may already have rolled back by itself (disk full); then this has nothing to do and says so.
      await this.#writer.exec('ROLLBACK').catch(() => undefined);
      if (this.#refuseIfLost(units)) return;
      const failure = this.#condition.failed(cause, 'write');
      for (const unit of units) unit.fail(failure);
      return;
    }
    // After the commit: a write to a lost file is not safe, and must not be confirmed.
    if (this.#refuseIfLost(units)) return;
    this.#condition.written();
    this.#onCommit();
    for (const unit of committed.written) unit.settle();
    for (const { unit, cause } of committed.failed) unit.fail(this.#condition.failed(cause, 'write'));
  }

  /** Refuses these writes while a name of the database leads elsewhere; returns true if it did. */
  #refuseIfLost(units: readonly Unit[]): boolean {
    const failure = this.#condition.lostFailure();
    this.#wasLost = failure !== null;
    if (failure) for (const unit of units) unit.fail(failure);
    return this.#wasLost;
  }

  /** A definition that fails now fails the writes that may need it, and is retried with the next. */
  async #defineAll(): Promise<void> {
    for (let sql = this.#pendingDefinitions[0]; sql !== undefined; sql = this.#pendingDefinitions[0]) {
      await this.#writer.exec(sql);
      this.#pendingDefinitions.shift();
    }
  }
}
