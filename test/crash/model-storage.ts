import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src-server/storage/database';
import { openDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { newMigratedFile } from '../support/new-migrated-file';
import { createPostgres } from '../support/postgres-for-tests';

/** Files in memory where possible: there is no power cut here, and thousands of commits would wait for a disk. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** An installation, which outlives the lives of the engine. */
export interface ModelStorage {
  /** Opens it for the next life. */
  open(): Promise<Database>;
  /** A life is over. A file stays open, as nobody closes it in a crash; a server has only so many connections. */
  ended(db: Database): Promise<void>;
  remove(): Promise<void>;
}

/** @returns a new installation in a file */
export async function inFile(): Promise<ModelStorage> {
  const folder = await mkdtemp(join(FOLDER, 'posthorn-model-'));
  const path = join(folder, 'posthorn.db');
  const opened: Database[] = [];
  await newMigratedFile(path);
  return {
    async open() {
      const db = await openDatabase(path);
      opened.push(db);
      return db;
    },
    ended: async () => undefined,
    async remove() {
      for (const db of opened) await db.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** @returns a new installation on the PostgreSQL of the tests */
export async function inPostgres(): Promise<ModelStorage> {
  const created = await createPostgres();
  const opened = new Set<Database>();
  return {
    async open() {
      const db = await created.open();
      opened.add(db);
      return db;
    },
    async ended(db) {
      opened.delete(db);
      await db.close();
    },
    async remove() {
      for (const db of opened) await db.close();
      await created.remove();
    },
  };
}
