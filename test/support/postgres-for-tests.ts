import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { postgresPrograms, startServer } from '../../resources/tools/postgres-server.mjs';
import type { Database } from '../../src-server/storage/database';
import { createClusterTables } from '../../src-server/storage/postgres/cluster-tables';
import { migratePostgres } from '../../src-server/storage/postgres/migrate-postgres';
import { openPostgres } from '../../src-server/storage/postgres/postgres-database';
import { sharedFolder } from './postgres-run';

const START_WITHIN_MS = 60_000;

/** Whether tests can have a PostgreSQL: a named one, or one that they start. */
export function hasPostgres(): boolean {
  return given() !== null || postgresPrograms() !== null;
}

/** A new database on the server of the tests. */
export interface PostgresForTest {
  readonly name: string;
  readonly url: string;
  open(): Promise<Database>;
  /** Ends what is still connected, and removes the database. */
  remove(): Promise<void>;
}

/** @param empty the database it is a copy of; absent: of one that is migrated */
export async function createPostgres(empty?: 'template0'): Promise<PostgresForTest> {
  const server = await serverUrl();
  const source = empty ?? (await migratedTemplate(server));
  const name = `test_${randomBytes(6).toString('hex')}`;
  // By default each page goes through the log and the buffers, which takes twice as long, and four times to remove.
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  const url = server.replace(/\/[^/?]+(?=\?|$)/, `/${name}`);
  // Which installation it is must not be copied.
  if (!empty) await execute(url, 'UPDATE installation SET id = substr(md5(random()::text), 1, 16)');
  return {
    name,
    url,
    open: () => openPostgres(url),
    remove: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs a statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function given(): string | null {
  return process.env.POSTHORN_TEST_DATABASE || null;
}

let server: Promise<string> | null = null;
let template: Promise<string> | null = null;

function serverUrl(): Promise<string> {
  server ??= Promise.resolve(given() ?? sharedServer());
  return server;
}

/** One server for all processes of the run; the first that comes starts it. */
async function sharedServer(): Promise<string> {
  const folder = sharedFolder();
  if (!folder)
    throw new Error('the configuration of this run does not name postgres-run.ts as its globalSetup');
  const known = join(folder, 'address');
  if (!isFirst(join(folder, 'starting'))) return whenWritten(known);
  const url = await startServer(folder);
  writeWhole(known, url);
  return url;
}

/** A database with the schema, which is copied for each test; named after it, so that a given server keeps no old one. */
function migratedTemplate(server: string): Promise<string> {
  template ??= createTemplate(server);
  return template;
}

async function createTemplate(server: string): Promise<string> {
  const name = `template_${process.pid}_${randomBytes(3).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const db = await openPostgres(server.replace(/\/[^/?]+(?=\?|$)/, `/${name}`));
  try {
    await migratePostgres(db);
    await createClusterTables(db);
  } finally {
    await db.close();
  }
  return name;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Whole, so that nobody reads half of it. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

async function whenWritten(path: string): Promise<string> {
  for (const until = Date.now() + START_WITHIN_MS; !existsSync(path); ) {
    if (Date.now() > until) throw new Error('the PostgreSQL of the tests did not start in another process');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return readFileSync(path, 'utf8');
}
