/**
 * Upgrades a database file to the version that this program knows.
 *
 * Promises: migrations only go forward, each in one transaction together with its number, so a crash leaves the file at
 * a complete version; a file from a newer program is refused, not guessed at; before a file with data is changed, a
 * copy is placed next to it.
 */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Migration, migrationsOf } from '../engine/migration';
import { splitStatements } from '../engine/split-statements';
import type { SqliteDatabase } from './sqlite-database';

const files = import.meta.glob<string>('../migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All migrations this program knows, in order. */
export const migrations = migrationsOf(files);

/**
 * Runs what is missing.
 * @returns the versions applied, and the path of the copy made first (null for a new file)
 * @throws Error when the file comes from a newer program
 */
export async function migrate(
  db: SqliteDatabase,
  known: readonly Migration[] = migrations,
): Promise<{ applied: readonly number[]; copy: string | null }> {
  const current = (await db.get<{ user_version: number }>('PRAGMA user_version'))?.user_version ?? 0;
  const newest = known.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new Error(
      `The database ${db.path} was written by a newer Posthorn (version ${current}; this one knows ${newest}). Update Posthorn, or choose another --data-dir.`,
    );
  }
  const missing = known.filter((migration) => migration.version > current);
  const copy = current > 0 && missing.length > 0 ? await copyBefore(db, current) : null;
  for (const migration of missing) {
    await db.write(async (tx) => {
      for (const statement of splitStatements(migration.sql)) await tx.run(statement);
      await tx.run(`PRAGMA user_version = ${migration.version}`);
    });
  }
  return { applied: missing.map((migration) => migration.version), copy };
}

async function copyBefore(db: SqliteDatabase, version: number): Promise<string> {
  let copy = `${db.path}.before-${version + 1}`;
  for (let n = 2; existsSync(copy); n++) copy = `${db.path}.before-${version + 1}-${n}`;
  await (await open(copy, 'wx', 0o600)).close();
  await db.copyTo(copy);
  return copy;
}
