import { systemClock } from '../base/clock';
import { apiError } from '../base/errors';
import { Histogram } from '../base/histogram';
import type { Transaction } from './transaction';
import type { CommittedUnits, WriteEngine } from './write-engine';
import { type BatchEntry, type BatchWork, batchUnit, type Unit } from './write-unit';

/** Bounds of the histogram of transactions, in seconds. */
const COMMIT_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/** Further inputs go to a new unit of a batch writer, which bounds the size of one statement. */
const INPUTS_PER_BATCH = 512;

/**
 * Writes of a database, one transaction after the other. Whatever queued up while the last commit was being flushed
 * becomes the next transaction. `Database` documents what the methods promise.
 */
export class WriteQueue {
  readonly #engine: WriteEngine;
  readonly #unitsPerTransaction: number;
  /** Whether the engine refused the last commit. */
  #wasRefused = false;
  #queue: Unit[] = [];
  /** Work for the writer between two transactions. */
  #between: (() => Promise<void>)[] = [];
  #onCommit: () => void = () => {};
  readonly #commitSeconds: Histogram;
  #draining: Promise<void> | null = null;
  #hasEnded = false;

  /**
   * @param unitsPerTransaction further writes wait for the next one, so that no caller waits for an endless one
   * @param commitSeconds of another queue of the same database, to count its transactions together with those of this one
   */
  constructor(
    engine: WriteEngine,
    unitsPerTransaction: number,
    commitSeconds: Histogram = new Histogram(COMMIT_BOUNDS_S),
  ) {
    this.#engine = engine;
    this.#unitsPerTransaction = unitsPerTransaction;
    this.#commitSeconds = commitSeconds;
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
      const units = this.#queue.splice(0, this.#unitsPerTransaction);
      const beganUs = systemClock.monotonicUs();
      await this.#commit(units);
      this.#commitSeconds.observe((systemClock.monotonicUs() - beganUs) / 1e6);
    }
    this.#draining = null;
  }

  async #commit(units: readonly Unit[]): Promise<void> {
    if (this.#wasRefused && this.#isRefused(units)) return;
    let committed: CommittedUnits;
    try {
      committed = await this.#engine.commit(units);
    } catch (cause) {
      if (this.#isRefused(units)) return;
      const failure = this.#engine.failed(cause);
      for (const unit of units) unit.fail(failure);
      return;
    }
    // After the commit: a write to a lost file is not safe, and must not be confirmed.
    if (this.#isRefused(units)) return;
    this.#engine.written();
    this.#onCommit();
    for (const unit of committed.written) unit.settle();
    for (const { unit, cause } of committed.failed) unit.fail(this.#engine.failed(cause));
  }

  /** Refuses these writes if the engine cannot vouch for any. */
  #isRefused(units: readonly Unit[]): boolean {
    const failure = this.#engine.refusal();
    this.#wasRefused = failure !== null;
    if (failure) for (const unit of units) unit.fail(failure);
    return this.#wasRefused;
  }
}
