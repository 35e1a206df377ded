import type { DatabaseTrouble } from '../database-trouble';
import { postgresFailure, postgresReason, postgresTrouble } from './postgres-failure';

/** What statements have met: whether PostgreSQL can be reached, writes, and has its data whole. */
export class PostgresCondition {
  #isDamaged = false;
  /** Trouble that ends with the next write. */
  #passing: 'away' | 'unwritable' | null = null;
  #onTrouble: () => void = () => {};

  trouble(): DatabaseTrouble | null {
    if (this.#isDamaged) return postgresTrouble('damaged');
    return this.#passing && postgresTrouble(this.#passing);
  }

  /** Calls `listener` when trouble is met; only the last listener given is kept. */
  onTrouble(listener: () => void): void {
    this.#onTrouble = listener;
  }

  /** Records what a failed statement says; returns the failure as the caller may see it. */
  failed(cause: unknown, statement: 'read' | 'write'): unknown {
    const reason = postgresReason(cause);
    if (reason === 'damaged') this.#isDamaged = true;
    else if (reason) this.#passing = reason;
    if (reason) this.#onTrouble();
    return postgresFailure(cause, statement);
  }

  /** A write is durable. */
  written(): void {
    this.#passing = null;
  }
}
