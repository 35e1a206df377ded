import type { Transaction } from './transaction';

/** One piece of work in the write queue; `settle` and `fail` are called after the commit or the failure. */
export interface Unit {
  run(tx: Transaction): Promise<void>;
  /** Called just before it runs: whether it is a single statement. */
  isOneStatement(): boolean;
  settle(): void;
  fail(cause: unknown): void;
  /** The same work in pieces that can succeed or fail separately; empty when it cannot be split. */
  split(): readonly Unit[];
}

/** One result per input, in order. */
export type BatchWork<In, Out> = (tx: Transaction, inputs: readonly In[]) => Promise<readonly Out[]>;

/** One input of a batch writer and its caller. */
export interface BatchEntry<In, Out> {
  readonly input: In;
  resolve(value: Out): void;
  reject(cause: unknown): void;
}

/**
 * A batch as one unit of the write queue. `onTaken` is called when it runs, or fails before that: from then on it
 * accepts no more entries.
 */
export function batchUnit<In, Out>(
  work: BatchWork<In, Out>,
  isOneStatement: (inputs: readonly In[]) => boolean,
  entries: readonly BatchEntry<In, Out>[],
  onTaken: () => void,
): Unit {
  let results: readonly Out[] = [];
  const inputs = () => entries.map((entry) => entry.input);
  return {
    async run(tx) {
      onTaken();
      results = await work(tx, inputs());
    },
    isOneStatement: () => isOneStatement(inputs()),
    settle() {
      for (const [i, entry] of entries.entries()) entry.resolve(results[i] as Out);
    },
    fail(cause) {
      onTaken();
      for (const entry of entries) entry.reject(cause);
    },
    // A batch of one is not split: the failure is its own.
    split: () =>
      entries.length > 1 ? entries.map((entry) => batchUnit(work, isOneStatement, [entry], () => {})) : [],
  };
}
