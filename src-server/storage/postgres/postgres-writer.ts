import type { CommittedUnits, WriteEngine } from '../engine/write-engine';
import { outcomeUnknown } from '../outcome-unknown';
import type { Unit } from '../write-unit';
import type { PgConnection } from './pg-connection';
import type { PostgresCondition } from './postgres-condition';
import { isInEachOthersWay, isLocked, postgresReason } from './postgres-failure';

/** How often a transaction is tried that waits for one of another node, which waits for this. */
const ROUNDS_MAX = 5;

/**
 * Commits units over one connection, which it opens when it is needed, and again after it was cut.
 *
 * What writers write at the same time, of one node or several, may meet; of two transactions that wait for each other,
 * PostgreSQL ends one, which is then run again.
 */
export class PostgresWriter implements WriteEngine {
  readonly #connect: () => Promise<PgConnection>;
  readonly #condition: PostgresCondition;
  #connection: PgConnection | null;

  /** @param connection the first one, if there is one already */
  constructor(
    connect: () => Promise<PgConnection>,
    condition: PostgresCondition,
    connection: PgConnection | null = null,
  ) {
    this.#connect = connect;
    this.#condition = condition;
    this.#connection = connection;
  }

  refusal(): Error | null {
    return null; // nothing but the connection decides whether it can be written
  }

  async commit(units: readonly Unit[]): Promise<CommittedUnits> {
    const writer = this.#connection?.isOpen() ? this.#connection : await this.#connect();
    this.#connection = writer;
    const [first, ...others] = units;
    for (let n = 1; ; n++) {
      try {
        return await (first && others.length === 0 ? commitAlone(writer, first) : commitAll(writer, units));
      } catch (cause) {
        // If it was cut there is nothing to roll back, and this says so.
        await writer.exec('ROLLBACK').catch(() => writer.close().catch(() => undefined));
        if (n === ROUNDS_MAX || !isInEachOthersWay(cause)) throw cause;
      }
    }
  }

  failed(cause: unknown): unknown {
    return this.#condition.failed(cause, 'write');
  }

  written(): void {
    this.#condition.written();
  }

  async close(): Promise<void> {
    if (this.#connection?.isOpen()) await this.#connection.close();
  }
}

/** A single unit needs no savepoint, and a single statement nothing around it: it is a transaction by itself. */
async function commitAlone(writer: PgConnection, unit: Unit): Promise<CommittedUnits> {
  const isWhole = unit.isOneStatement();
  if (!isWhole) await writer.begin();
  try {
    await unit.run(writer);
  } catch (cause) {
    if (isWhole) throwIfCut(cause);
    if (isInEachOthersWay(cause) || isLocked(cause)) throw cause;
    const parts = unit.split();
    if (parts.length === 0) throw cause;
    if (!isWhole) await writer.exec('ROLLBACK');
    return commitAll(writer, parts);
  }
  if (!isWhole) await commit(writer);
  return { written: [unit], failed: [] };
}

/** With a savepoint for each, since a statement that fails would take the whole transaction with it. */
async function commitAll(writer: PgConnection, units: readonly Unit[]): Promise<CommittedUnits> {
  const written: Unit[] = [];
  const failed: { unit: Unit; cause: unknown }[] = [];
  const attempt = async (unit: Unit): Promise<void> => {
    await writer.exec('SAVEPOINT unit');
    try {
      await unit.run(writer);
      await writer.exec('RELEASE SAVEPOINT unit');
      written.push(unit);
    } catch (cause) {
      // If it was cut, nothing of this transaction is left.
      await writer
        .exec('ROLLBACK TO SAVEPOINT unit; RELEASE SAVEPOINT unit')
        .catch(() => Promise.reject(cause));
      if (isInEachOthersWay(cause) || isLocked(cause)) throw cause;
      const parts = unit.split();
      for (const part of parts) await attempt(part);
      if (parts.length === 0) failed.push({ unit, cause });
    }
  };
  await writer.begin();
  for (const unit of units) await attempt(unit);
  await commit(writer);
  return { written, failed };
}

async function commit(writer: PgConnection): Promise<void> {
  await writer.commit().catch((cause: unknown) => {
    throwIfCut(cause);
    throw cause;
  });
}

/** The statement of this failure may have been committed before its response was lost. */
function throwIfCut(cause: unknown): void {
  if (postgresReason(cause) === 'away') throw outcomeUnknown(cause);
}
