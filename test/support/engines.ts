import { describe, test } from 'vitest';
import { postgresPrograms } from '../../resources/tools/postgres-server.mjs';
import type { Database } from '../../src-server/storage/database';
import { openDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { newFolder } from './new-folder';
import { newMigratedFile } from './new-migrated-file';
import { createPostgres, hasPostgres } from './postgres-for-tests';
import { IS_WHOLE } from './share';

/** An engine that the stores work on. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** A new database with the schema. */
  create(): Promise<EngineDatabase>;
}

/** A database, until it is removed. */
export interface EngineDatabase extends Database {
  /** Another connection to the same one, as after a restart. */
  reopen(): Promise<Database>;
  /** Closes what is open, and removes it. */
  remove(): Promise<void>;
}

const sqlite: Engine = {
  name: 'SQLite',
  async create() {
    const folder = await newFolder();
    await newMigratedFile(folder.file('posthorn.db'));
    const opened: Database[] = [];
    const open = async () => {
      const db = await openDatabase(folder.file('posthorn.db'));
      opened.push(db);
      return db;
    };
    const remove = async () => {
      for (const db of opened) await db.close().catch(() => undefined); // a test may have done so
      await folder.remove();
    };
    return { ...(await open()), reopen: open, remove };
  },
};

const postgres: Engine = {
  name: 'PostgreSQL',
  async create() {
    const created = await createPostgres();
    const opened: Database[] = [];
    const open = async () => {
      const db = await created.open();
      opened.push(db);
      return db;
    };
    const remove = async () => {
      for (const db of opened) await db.close().catch(() => undefined); // a test may have done so
      await created.remove();
    };
    return { ...(await open()), reopen: open, remove };
  },
};

/** Describes a behavior that is the same on every engine. Where there is no PostgreSQL, its tests count as skipped. */
export function describeEngines(title: string, body: (engine: Engine) => void): void {
  describe(`${title} (SQLite)`, () => body(sqlite));
  describePostgres(`${title} (PostgreSQL)`, () => body(postgres));
}

/** Describes what only PostgreSQL does. */
export function describePostgres(title: string, body: () => void): void {
  describeIf(hasPostgres(), title, 'Install it, or name one in POSTHORN_TEST_DATABASE.', body);
}

/** Describes what happens to a PostgreSQL that the test starts for itself, and may stop. */
export function describeOwnPostgres(title: string, body: () => void): void {
  describeIf(postgresPrograms() !== null, title, 'Install it.', body);
}

function describeIf(canRun: boolean, title: string, advice: string, body: () => void): void {
  if (!canRun) console.warn(`SKIPPED: ${title}, because there is no PostgreSQL 15 here. ${advice}`);
  describe.skipIf(!canRun)(title, body);
}

/**
 * A test of a file that the gate runs on both engines, on PostgreSQL only at night: in the gate, those beside it call there
 * what it asks of the stores.
 */
export const testOnFile: ReturnType<typeof test.runIf> = test.runIf(
  IS_WHOLE || process.env.POSTHORN_TEST_ENGINE !== 'postgres',
);
