import { systemClock } from '../../base/clock';
import { apiError } from '../../base/errors';
import { Histogram } from '../../base/histogram';
import type { Transaction } from '../transaction';
import { type BatchEntry, type BatchShare, type BatchWork, batchUnit, type Unit } from '../write-unit';
import { FairEntries } from './fair-entries';
import type { CommittedUnits, WriteEngine } from './write-engine';

/** Bounds of the histogram of transactions, in seconds. */
const COMMIT_BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;
/**
 * About as many rows of batches are in one transaction, some ten milliseconds: whoever writes a little waits at most for
 * the one that is under way.
 */
const ROWS_PER_TRANSACTION = 512;

/** What waits in the queue. */
interface Turn {
  /** How many writes wait for it. */
  readonly waiting: number;
  /** What is written in this turn, as a unit, and about how many rows that is. What is left waits for another turn. */
  take(): { readonly unit: Unit; readonly rows: number };
}

/**
 * Writes of a database, one transaction after the other. Whatever queued up while the last commit was being flushed
 * becomes the next transaction, as far as it has room. What may be written beside the others has every second transaction,
 * so that they do not wait for it. `Database` documents what the methods promise.
 */
export class WriteQueue {
  readonly #engine: WriteEngine;
  readonly #unitsPerTransaction: number;
  /** Whether the engine refused the last commit. */
  #wasRefused = false;
  readonly #ordered: Turn[] = [];
  readonly #beside: Turn[] = [];
  /** Whether the last transaction was of what is beside. */
  #wasBeside = false;
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
      const unit: Unit = {
        async run(tx) {
          result = await work(tx);
        },
        isOneStatement: () => false,
        settle: () => resolve(result),
        fail: reject,
        split: () => [],
      };
      if (this.#hasEnded) reject(stopping());
      else this.#enqueue(this.#ordered, { waiting: 1, take: () => ({ unit, rows: 1 }) });
    });
  }

  batchWriter<In, Out>(
    work: BatchWork<In, Out>,
    isOneStatement: (inputs: readonly In[]) => boolean = () => false,
    { isBeside = false, rowsOf = () => 1, ownerOf }: BatchShare<In> = {},
  ) {
    const queue = isBeside ? this.#beside : this.#ordered;
    let open: { readonly waiting: FairEntries<BatchEntry<In, Out>>; rows: number } | null = null;
    const begin = () => {
      const begun = { waiting: new FairEntries<BatchEntry<In, Out>>(), rows: 0 };
      const turn: Turn = {
        get waiting() {
          return begun.waiting.length;
        },
        take: () => {
          const { entries, rows } = begun.waiting.take(ROWS_PER_TRANSACTION);
          if (begun.waiting.length > 0) queue.push(turn);
          else if (open === begun) open = null;
          return { unit: batchUnit(work, isOneStatement, entries), rows };
        },
      };
      this.#enqueue(queue, turn);
      return begun;
    };
    return (input: In): Promise<Out> =>
      new Promise((resolve, reject) => {
        if (this.#hasEnded) {
          reject(stopping());
          return;
        }
        const rows = rowsOf(input);
        // Without owners, inputs are in order with other writes: those without room come after what waits already.
        if (open === null || (!ownerOf && open.rows + rows > ROWS_PER_TRANSACTION)) open = begin();
        open.rows += rows;
        open.waiting.add({ input, resolve, reject }, ownerOf?.(input) ?? '', rows);
      });
  }

  load() {
    const queued = [...this.#ordered, ...this.#beside].reduce((sum, turn) => sum + turn.waiting, 0);
    return { queued, commitSeconds: this.#commitSeconds };
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

  #enqueue(queue: Turn[], turn: Turn): void {
    queue.push(turn);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Starting on the next turn lets everything that arrived in this one share the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#ordered.length > 0 || this.#beside.length > 0 || this.#between.length > 0) {
      for (const work of this.#between.splice(0)) await work();
      const units = this.#takeUnits();
      if (units.length === 0) continue;
      const beganUs = systemClock.monotonicUs();
      await this.#commit(units);
      this.#commitSeconds.observe((systemClock.monotonicUs() - beganUs) / 1e6);
    }
    this.#draining = null;
  }

  /** The next transaction. */
  #takeUnits(): readonly Unit[] {
    this.#wasBeside = this.#beside.length > 0 && (this.#ordered.length === 0 || !this.#wasBeside);
    const queue = this.#wasBeside ? this.#beside : this.#ordered;
    const units: Unit[] = [];
    for (let room = ROWS_PER_TRANSACTION; room > 0 && units.length < this.#unitsPerTransaction; ) {
      const next = queue.shift()?.take();
      if (!next) break;
      units.push(next.unit);
      room -= next.rows;
    }
    return units;
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

function stopping() {
  return apiError('unavailable', 'The service is stopping.');
}
