import { apiError } from '../../base/errors';
import type { CommittedUnits, WriteEngine } from '../engine/write-engine';
import type { Unit } from '../write-unit';
import { commitUnits } from './commit-units';
import type { DatabaseCondition } from './database-condition';
import type { Connection } from './sqlite-connection';

/** Commits units to a file, if its names still lead to it. */
export class SqliteWriter implements WriteEngine {
  readonly #writer: Connection;
  readonly #condition: DatabaseCondition;
  /** Requested definitions that are still pending. */
  readonly #pendingDefinitions: string[] = [];
  #check: (() => Promise<void>) | null = null;

  constructor(writer: Connection, condition: DatabaseCondition) {
    this.#writer = writer;
    this.#condition = condition;
  }

  define(sql: string): void {
    this.#pendingDefinitions.push(sql);
  }

  guardCommits(check: () => Promise<void>): void {
    this.#check = check;
  }

  refusal(): Error | null {
    return this.#condition.refusal();
  }

  async commit(units: readonly Unit[]): Promise<CommittedUnits> {
    await this.#assertSound();
    const committed = await this.#commit(units);
    // The process may have stood still meanwhile, and the files may have another content.
    await this.#assertSound();
    return committed;
  }

  async #assertSound(): Promise<void> {
    await this.#check?.();
    const damage = await this.#condition.examine();
    if (damage) throw apiError('unavailable', damage.detail);
  }

  async #commit(units: readonly Unit[]): Promise<CommittedUnits> {
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
