import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ErasureFiles } from '../delivery/tasks/erasure-task';
import { BACKUP_FOLDER, freeBytes, listAllFiles, listOldDatabases, sizeOf } from '../storage/data-folder';
import { databasePath } from '../storage/files/database-path';
import { readAlone } from '../storage/files/read-alone';
import { createErasureFinder, type ErasurePage, type ErasureScope } from '../storage/messages/erasure-store';
import type { SqliteDatabase } from '../storage/sqlite/sqlite-database';

interface FileParts {
  readonly dataDir: string;
  /** Of backups on a schedule. Null: there are none. */
  readonly backupDir: string | null;
  /** Null: the database is in PostgreSQL. */
  readonly file: Pick<SqliteDatabase, 'rewrite' | 'emptyLog'> | null;
}

/** Looks into backups, and cleans the data folder. */
export function createErasureFiles({ dataDir, backupDir, file }: FileParts): ErasureFiles {
  const holding = async (paths: readonly string[], scope: ErasureScope) => {
    const held: string[] = [];
    for (const path of paths) if (await mayHold(path, scope)) held.push(path);
    return held;
  };
  const oldDatabases = async (scope: ErasureScope) => holding(await listOldDatabases(dataDir), scope);
  return {
    async backups(scope) {
      const own = await listAllFiles(resolve(dataDir, BACKUP_FOLDER));
      // Others may keep anything there.
      const other = backupDir && resolve(backupDir);
      const scheduled = other ? await listAllFiles(other) : [];
      const kept = scheduled.filter((path) => path === other || isDatabase(path));
      return holding([...new Set([...own, ...kept])], scope);
    },
    oldDatabases,
    async clean(scope) {
      for (const path of await oldDatabases(scope))
        for (const part of [path, `${path}-wal`, `${path}-shm`]) await rm(part, { force: true });
      if (!file) return 'done';
      const [free, wanted] = [await freeBytes(dataDir), await sizeOf(databasePath(dataDir))];
      if (free !== null && free < wanted)
        return {
          error: notAnew(`it needs ${inMb(wanted)} free, and ${inMb(free)} are free`),
        };
      try {
        return (await file.rewrite()) ? 'done' : 'not yet';
      } catch (cause) {
        // Not tried again by itself: while it runs, nothing can be accepted.
        return { error: notAnew(cause instanceof Error ? cause.message : String(cause)) };
      }
    },
    emptyLog: async () => file === null || (await file.emptyLog()),
  };
}

const isDatabase = (path: string) => /\.db(\.unfinished-\d+)?$/.test(path);

const inMb = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

function notAnew(why: string): string {
  return `Everything was erased from the tables, but traces may remain in the database file, which could not be rewritten: ${why}. Fix that, then run the same erasure again.`;
}

/** Whether a database in a file holds a message of the scope, or has its text anywhere. True as well where that cannot be found out. */
async function mayHold(path: string, scope: ErasureScope): Promise<boolean> {
  if ((await sizeOf(`${path}-wal`)) > 0) return true; // what is in a log cannot be read without changing the file
  try {
    return await readAlone(path, async (db) => {
      const finder = createErasureFinder(db, db.dialect, true);
      for (let after: string | null = ''; after !== null; ) {
        const page: ErasurePage = await finder.nextMessages(scope, after);
        if (page.found.length > 0) return true;
        after = page.upTo;
      }
      return (await finder.elsewhere(scope)).length > 0;
    });
  } catch {
    return true; // it is none, is being written, or is of an older version without these columns
  }
}
