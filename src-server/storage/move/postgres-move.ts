import type { Log } from '../../base/log';
import { type HeldPostgres, holdPostgres } from '../postgres/hold-postgres';
import { migratePostgres, postgresMigrations } from '../postgres/migrate-postgres';
import { openPostgres, type PostgresDatabase } from '../postgres/postgres-database';
import type { Transaction } from '../transaction';
import { assertEmpty } from './assert-empty';
import { assertSameVersion } from './file-source';
import type { MoveSource, MoveTarget } from './move-sides';
import type { MovedTable } from './moved-table';
import { PostgresCopy } from './postgres-copy';

const KNOWN = postgresMigrations.at(-1)?.version ?? 0;

/**
 * Holds the database of a stopped server, as one of its nodes.
 * @throws Error with a sentence for the user when it cannot be moved; then nothing is changed or held
 */
export async function openPostgresSource(address: string, log: Log): Promise<MoveSource> {
  const { db, assertHeld, close } = await holdPostgres(address, log, async (found) => {
    const version = await readVersion(found);
    if (version === null) throw new Error(`There is no Posthorn database in ${found.name}.`);
    assertSameVersion(version, KNOWN, found.name);
  });
  try {
    const snapshot = await db.openSnapshot();
    return {
      name: db.name,
      dialect: db.dialect,
      rows: snapshot,
      lastNumber: (table) => lastNumber(snapshot, table),
      assertHeld,
      write: (work) => db.write(work),
      async close() {
        await snapshot.close();
        await close();
      },
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/**
 * Holds a database without content, as one of its nodes, and creates its tables if needed. The copy is one transaction.
 * @param isTried only tells whether it could be used: nothing is created
 * @throws Error with a sentence for the user when it cannot be used; then nothing is held
 */
export async function openPostgresTarget(
  address: string,
  tables: readonly MovedTable[],
  { log, isTried }: { readonly log: Log; readonly isTried: boolean },
): Promise<MoveTarget> {
  if (isTried && !(await hasNodes(address))) return tryTarget(address, tables);
  const held = await holdPostgres(address, log, (db) => assertUsable(db));
  try {
    await assertEmptyTarget(held.db, tables);
    if (!isTried) await migratePostgres(held.db);
    return targetOf(held);
  } catch (cause) {
    await held.close();
    throw cause;
  }
}

function targetOf(held: HeldPostgres): MoveTarget {
  let copy: PostgresCopy | null = null;
  return {
    name: held.db.name,
    async begin(tables) {
      copy = await PostgresCopy.begin(await held.db.connect(), tables, held.assertHeld);
      return copy;
    },
    async close() {
      await copy?.close();
      await held.close();
    },
  };
}

/** Nothing can hold a database that has no table for it yet; so it need not get one. */
async function tryTarget(address: string, tables: readonly MovedTable[]): Promise<MoveTarget> {
  const db = await openPostgres(address);
  try {
    await assertUsable(db);
    await assertEmptyTarget(db, tables);
    const begin = () => Promise.reject(new Error('it was only tried'));
    return { name: db.name, begin, close: async () => undefined };
  } finally {
    await db.close();
  }
}

async function hasNodes(address: string): Promise<boolean> {
  const db = await openPostgres(address);
  try {
    return (await tableNames(db)).has('node');
  } finally {
    await db.close();
  }
}

/** @throws Error when it holds tables that are not ours, or of a newer program */
async function assertUsable(db: PostgresDatabase): Promise<void> {
  const version = await readVersion(db);
  if (version !== null && version > KNOWN) return assertSameVersion(version, KNOWN, db.name);
  const names = await tableNames(db);
  // What earlier tries have left.
  for (const name of ['server_lease', 'node', 'slot']) names.delete(name);
  if (version === null && names.size > 0)
    throw new Error(
      `The database ${db.name} has tables of another program (such as ${[...names][0]}). Choose an empty one.`,
    );
}

async function assertEmptyTarget(db: PostgresDatabase, tables: readonly MovedTable[]): Promise<void> {
  const names = await tableNames(db);
  const there = tables.filter(({ name }) => names.has(name));
  await assertEmpty(db, there, db.name);
}

async function tableNames(db: PostgresDatabase): Promise<Set<string>> {
  const rows = await db.all<{ name: string }>(
    'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Null: it has no tables of ours. */
async function readVersion(db: PostgresDatabase): Promise<number | null> {
  if (!(await tableNames(db)).has('schema_version')) return null;
  const row = await db.get<{ version: number | null }>('SELECT max(version) AS version FROM schema_version');
  return row?.version ?? null;
}

async function lastNumber(rows: Pick<Transaction, 'get'>, table: MovedTable): Promise<number> {
  const sequence = await rows.get<{ name: string }>(`SELECT pg_get_serial_sequence(?, ?) AS name`, [
    table.name,
    table.numbered,
  ]);
  const row = await rows.get<{ last: number | null }>(
    `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequence?.name}`,
  );
  return row?.last ?? 0;
}
