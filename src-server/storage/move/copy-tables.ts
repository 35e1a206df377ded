import type { MoveCopy, MoveSource } from './move-sides';
import type { MovedTable } from './moved-table';
import { countRows, type RowReader, readTable } from './read-table';
import { RowDigest, type TableDigest } from './row-digest';

/** What a move shows while it works, and how it is stopped. */
export interface MoveProgress {
  readonly signal: AbortSignal;
  /** A line that replaces the one before. */
  show(line: string): void;
}

/** What was copied, by the name of its table. */
export type TableDigests = Readonly<Record<string, TableDigest>>;

/**
 * Copies all rows with their numbers, then reads them again from the copy.
 * @throws Error when the copy is not the same, or when it is stopped
 */
export async function copyTables(
  source: MoveSource,
  copy: MoveCopy,
  tables: readonly MovedTable[],
  progress: MoveProgress,
): Promise<TableDigests> {
  const digests: Record<string, TableDigest> = {};
  for (const table of tables) {
    const all = await countRows(source, table);
    const digest = await digestOf(source, table, {
      progress,
      label: `Copying ${table.name}: %, of ${all.toLocaleString('en')} rows`,
      each: (rows) => copy.insert(table, rows),
    });
    if (table.numbered !== null) await copy.continueAfter(table, await source.lastNumber(table));
    digests[table.name] = digest;
  }
  for (const table of tables) {
    const label = `Comparing ${table.name}: % rows`;
    const found = await digestOf(copy, table, { progress, label, each: async () => undefined });
    assertSame(table, digests[table.name], found);
  }
  return digests;
}

/** @throws Error when a copy of a table is not the same */
export function assertSame(table: MovedTable, wanted: TableDigest | undefined, found: TableDigest): void {
  if (wanted?.rows === found.rows && wanted.sha256 === found.sha256) return;
  const what =
    wanted?.rows === found.rows
      ? 'their content differs'
      : `${wanted?.rows} were read, and ${found.rows} arrived`;
  throw new Error(`The rows of ${table.name} did not arrive as they were: ${what}. Nothing was moved.`);
}

/** Reads a table to its end. */
export async function digestOf(
  reader: RowReader,
  table: MovedTable,
  {
    progress,
    label,
    each,
  }: {
    readonly progress: MoveProgress;
    readonly label: string;
    readonly each: (rows: Parameters<RowDigest['add']>[0]) => Promise<void>;
  },
): Promise<TableDigest> {
  const digest = new RowDigest();
  let done = 0;
  for await (const rows of readTable(reader, table)) {
    progress.signal.throwIfAborted();
    digest.add(rows);
    await each(rows);
    done += rows.length;
    progress.show(label.replace('%', done.toLocaleString('en')));
  }
  progress.signal.throwIfAborted();
  return digest.end();
}
