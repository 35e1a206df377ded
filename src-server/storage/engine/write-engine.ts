import type { Unit } from '../write-unit';

/** The outcome of the units of one transaction. */
export interface CommittedUnits {
  readonly written: readonly Unit[];
  /** They left no trace and harmed no other unit. */
  readonly failed: readonly { readonly unit: Unit; readonly cause: unknown }[];
}

/** What a queue of writes needs of an engine. Called for one transaction at a time. */
export interface WriteEngine {
  /** Why nothing can be written now, although a statement might succeed. Null: nothing speaks against it. */
  refusal(): Error | null;
  /**
   * Runs units in one transaction and commits it: what it returns is durable.
   * @throws when nothing of it is known to be written
   */
  commit(units: readonly Unit[]): Promise<CommittedUnits>;
  /** Records what a failure says about the database; returns it as its caller may see it. */
  failed(cause: unknown): unknown;
  /** A transaction has been committed. */
  written(): void;
}
