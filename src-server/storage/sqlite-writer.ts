import { commitUnits } from './commit-units';
import type { DatabaseCondition } from './database-condition';
import type { Connection } from './sqlite-connection';
import type { CommittedUnits, WriteEngine } from './write-engine';
import type { Unit } from './write-unit';

/** Commits units to a file, if its names still lead to it. */
export class SqliteWriter implements WriteEngine {
  readonly #writer: Connection;
  readonly #condition: DatabaseCondition;
  /** Requested definitions that are still pending. */
  readonly #pendingDefinitions: string[] = [];

  constructor(writer: Connection, condition: DatabaseCondition) {
    this.#writer = writer;
    this.#condition = condition;
  }

  define(sql: string): void {
    this.#pendingDefinitions.push(sql);
  }

  refusal(): Error | null {
    return this.#condition.lostFailure();
  }

  async commit(units: readonly Unit[]): Promise<CommittedUnits> {
    try {
      await this.#defineAll();
      return await commitUnits(this.#writer, units);
    } catch (cause) {
      // SQLite may already have rolled back by itself (disk full); then this has nothing to do and says so.
      await this.#writer.exec('ROLLBACK').catch(() => undefined);
      throw cause;
    }
  }

  failed(cause: unknown): unknown {
    return this.#condition.failed(cause, 'write');
  }

  written(): void {
    this.#condition.written();
  }

  /** A definition that fails now fails the writes that may need it, and is retried with the next. */
  async #defineAll(): Promise<void> {
    for (let sql = this.#pendingDefinitions[0]; sql !== undefined; sql = this.#pendingDefinitions[0]) {
      await this.#writer.exec(sql);
      this.#pendingDefinitions.shift();
    }
  }
}
