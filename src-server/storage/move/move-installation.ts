/**
 * Moves a stopped installation into an empty place, whatever engines the two have.
 *
 * Promises: until the copy is complete and compared, the source is unchanged and the target empty, however it ends. From
 * then on the source is marked and does not start; it is marked before the copy becomes an installation, so that at no
 * moment both would start, even if this process is killed between the two.
 */
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { copyTables, type MoveProgress, type TableDigests } from './copy-tables';
import { assertNotMoved, removeMoveMark, writeMoveMark } from './move-mark';
import type { MovePlace } from './move-place';
import type { MoveCopy, MoveSource, MoveTarget } from './move-sides';
import { describeTables, type MovedTable } from './moved-table';
import { openMoveSource, openMoveTarget } from './open-sides';
import { countRows } from './read-table';

export interface MoveParts extends MoveProgress {
  readonly clock: Clock;
  readonly log: Log;
}

export interface MoveResult {
  /** Without passwords. */
  readonly from: string;
  readonly to: string;
  /** Rows of each table; with what they hold, once they were copied. */
  readonly tables: TableDigests | Readonly<Record<string, { readonly rows: number }>>;
}

/**
 * @param isTried only checks both sides and counts: nothing is written
 * @throws Error with a sentence for the user; then nothing was moved
 */
export async function moveInstallation(
  from: MovePlace,
  to: MovePlace,
  isTried: boolean,
  parts: MoveParts,
): Promise<MoveResult> {
  if (from.name === to.name) throw new Error(`${from.name} cannot be moved into itself.`);
  const tables = await describeTables();
  parts.show(`Opening ${from.name}`);
  const source = await openMoveSource(from, parts);
  try {
    await assertNotMoved(source.rows, source.name);
    parts.show(`Opening ${to.name}`);
    const target = await openMoveTarget(to, tables, { ...parts, isTried });
    try {
      const names = { from: source.name, to: target.name };
      if (isTried) return { ...names, tables: await countTables(source, tables, parts.signal) };
      return { ...names, tables: await moveBetween(source, target, tables, parts) };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function moveBetween(
  source: MoveSource,
  target: MoveTarget,
  tables: readonly MovedTable[],
  parts: MoveParts,
): Promise<TableDigests> {
  const copy = await target.begin(tables);
  const digests = await copyTables(source, copy, tables, parts);
  await copy.prepare();
  parts.signal.throwIfAborted();
  source.assertHeld();
  const mark = { to: target.name, at: parts.clock.now() };
  await source.write((tx) => writeMoveMark(tx, mark));
  await completeOrUnmark(copy, source, target);
  return digests;
}

async function completeOrUnmark(copy: MoveCopy, source: MoveSource, target: MoveTarget): Promise<void> {
  const outcome = await copy.complete().catch(async (cause: unknown) => {
    await source.write(removeMoveMark);
    throw cause;
  });
  if (outcome === 'unknown')
    throw new Error(
      `Something failed at the last moment, and it is not known whether the installation is in ${target.name}: look. If it is not, "posthorn move --unmark ${source.name}" lets the one here start again.`,
    );
}

async function countTables(source: MoveSource, tables: readonly MovedTable[], signal: AbortSignal) {
  const counts: Record<string, { readonly rows: number }> = {};
  for (const table of tables) {
    signal.throwIfAborted();
    counts[table.name] = { rows: await countRows(source, table) };
  }
  return counts;
}
