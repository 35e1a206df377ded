import type { Transaction } from './transaction';

/** One piece of work in the write queue; `settle` and `fail` are called after the commit or the failure. */
export interface Unit {
  run(tx: Transaction): Promise<void>;
  /** Whether it is a single statement. */
  isOneStatement(): boolean;
  settle(): void;
  fail(cause: unknown): void;
  /** The same work in pieces that can succeed or fail separately; empty when it cannot be split. */
  split(): readonly Unit[];
}

/** One result per input, in order. */
export type BatchWork<In, Out> = (tx: Transaction, inputs: readonly In[]) => Promise<readonly Out[]>;

/** How a batch writer shares the queue with others, and its inputs with each other. */
export interface BatchShare<In> {
  /** True: its inputs are in order only among themselves, and may be written while other writes are. */
  readonly isBeside?: boolean;
  /** About how many rows an input writes; one when absent. */
  readonly rowsOf?: (input: In) => number;
  /**
   * Whose input it is: only those of one owner are in order, and one that gives many, or large ones, does not keep the
   * others waiting. Absent: all have the same.
   */
  readonly ownerOf?: (input: In) => string;
}

/** One input of a batch writer and its caller. */
export interface BatchEntry<In, Out> {
  readonly input: In;
  resolve(value: Out): void;
  reject(cause: unknown): void;
}

/** A batch as one unit of the write queue. */
export function batchUnit<In, Out>(
  work: BatchWork<In, Out>,
  isOneStatement: (inputs: readonly In[]) => boolean,
  entries: readonly BatchEntry<In, Out>[],
): Unit {
  const inputs = entries.map((entry) => entry.input);
  let results: readonly Out[] = [];
  return {
    async run(tx) {
      results = await work(tx, inputs);
    },
    isOneStatement: () => isOneStatement(inputs),
    settle() {
      for (const [i, entry] of entries.entries()) entry.resolve(results[i] as Out);
    },
    fail(cause) {
      for (const entry of entries) entry.reject(cause);
    },
    // A batch of one is not split: the failure is its own.
    split: () => (entries.length > 1 ? entries.map((entry) => batchUnit(work, isOneStatement, [entry])) : []),
  };
}
