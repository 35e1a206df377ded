import type { CommittedUnits } from '../engine/write-engine';
import type { Unit } from '../write-unit';
import type { Connection } from './sqlite-connection';

/**
 * Runs these in one transaction and commits it.
 *
 * Every statement waits for a turn of the event loop, and under load that takes longer than most statements. So there
 * are as few as possible: a single unit needs no savepoint, and a single statement nothing around it.
 * @throws when nothing of the transaction could be committed; it may still be open then
 */
export async function commitUnits(writer: Connection, units: readonly Unit[]): Promise<CommittedUnits> {
  const written: Unit[] = [];
  const failed: { unit: Unit; cause: unknown }[] = [];
  const attempt = async (unit: Unit): Promise<void> => {
    const isWhole = unit.isOneStatement();
    if (!isWhole) await writer.run('SAVEPOINT unit');
    try {
      await unit.run(writer);
      written.push(unit);
    } catch (cause) {
      // If SQLite has rolled back everything by itself (disk full), nothing of this transaction is left.
      if (isWhole) await assertInTransaction(writer, cause);
      else await writer.run('ROLLBACK TO unit').catch(() => Promise.reject(cause));
      const parts = unit.split();
      for (const part of parts) await attempt(part);
      if (parts.length === 0) failed.push({ unit, cause });
    }
    if (!isWhole) await writer.run('RELEASE unit');
  };
  const attemptAlone = async (unit: Unit): Promise<void> => {
    const isWhole = unit.isOneStatement();
    if (!isWhole) await writer.run('BEGIN IMMEDIATE');
    try {
      await unit.run(writer);
      written.push(unit);
    } catch (cause) {
      const parts = unit.split();
      if (parts.length === 0) throw cause;
      if (!isWhole) await writer.run('ROLLBACK').catch(() => Promise.reject(cause));
      return attemptAll(parts);
    }
    if (!isWhole) await writer.run('COMMIT');
  };
  const attemptAll = async (all: readonly Unit[]): Promise<void> => {
    await writer.run('BEGIN IMMEDIATE');
    for (const unit of all) await attempt(unit);
    await writer.run('COMMIT');
  };
  const [first, ...others] = units;
  await (first && others.length === 0 ? attemptAlone(first) : attemptAll(units));
  return { written, failed };
}

/** @throws cause when SQLite has ended the transaction by itself: only then can another one begin */
async function assertInTransaction(writer: Connection, cause: unknown): Promise<void> {
  const hasEnded = await writer.run('BEGIN').then(
    () => true,
    () => false,
  );
  if (hasEnded) throw cause;
}
