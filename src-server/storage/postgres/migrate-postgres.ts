/**
 * Brings a PostgreSQL database to the version that this program knows.
 *
 * The numbers are those of the migrations of SQLite. The first file is the whole schema of its number; each later
 * migration has a file in both folders. Migrations only go forward, each in one transaction together with its number.
 * Programs that start at the same time take turns.
 */
import type { Database } from '../database';
import { type Migration, migrationsOf } from '../engine/migration';
import { splitStatements } from '../engine/split-statements';
import type { Transaction } from '../transaction';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All migrations this program knows, in order. */
export const postgresMigrations = migrationsOf(files);

/** Chosen once at random; nobody else uses it. */
const LOCK = 7_318_406_629_051_843;

/**
 * Runs what is missing.
 * @returns the versions applied
 * @throws Error when the database comes from a newer program
 */
export async function migratePostgres(
  db: Database,
  known: readonly Migration[] = postgresMigrations,
): Promise<readonly number[]> {
  const newest = known.at(-1)?.version ?? 0;
  const applied: number[] = [];
  const current = await postgresVersion(db);
  if (current > newest) {
    throw new Error(
      `The database ${db.name} was written by a newer Posthorn (version ${current}; this one knows ${newest}). Update Posthorn, or choose another database.`,
    );
  }
  for (const { version, sql } of known.filter((migration) => migration.version > current)) {
    await db.write(async (tx) => {
      if ((await readVersion(tx)) >= version) return;
      for (const statement of splitStatements(sql)) await tx.run(statement);
      await tx.run('INSERT INTO schema_version (version) VALUES (?)', [version]);
      applied.push(version);
    });
  }
  return applied;
}

/** The version of a database. 0: nothing was migrated yet. */
export function postgresVersion(db: Pick<Database, 'write'>): Promise<number> {
  return db.write(readVersion);
}

/** Until the transaction ends, no other program reads or raises it. */
async function readVersion(tx: Transaction): Promise<number> {
  await tx.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  await tx.run(
    'CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())',
  );
  const row = await tx.get<{ version: number | null }>('SELECT max(version) AS version FROM schema_version');
  return row?.version ?? 0;
}
