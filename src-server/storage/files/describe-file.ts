import { migrations } from '../sqlite/migrate';
import { Connection } from '../sqlite/sqlite-connection';

/** What is in a database file of Posthorn. */
export interface FileDescription {
  /** The version of its tables. */
  readonly version: number;
  readonly messages: number;
  /** Deliveries waiting to be sent. */
  readonly waiting: number;
}

const TABLES = ['application', 'attempt', 'delivery', 'endpoint', 'event_type', 'message', 'token'];

/**
 * Reads through a file and describes its content. Nothing else may have it open.
 * @throws Error with a sentence for the user when it is damaged, or not a database that this program can use
 */
export async function describeFile(path: string): Promise<FileDescription> {
  const connection = await Connection.open(path, 'write');
  try {
    const check = await connection.all<{ quick_check: string }>('PRAGMA quick_check(5)');
    if (check[0]?.quick_check !== 'ok') {
      throw new Error(`it is damaged: ${check.map((row) => row.quick_check).join('; ')}`);
    }
    const version =
      (await connection.get<{ user_version: number }>('PRAGMA user_version'))?.user_version ?? 0;
    const newest = migrations.at(-1)?.version ?? 0;
    const tables = await connection.all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table'`,
    );
    const names = new Set(tables.map((table) => table.name));
    if (version < 1 || TABLES.some((name) => !names.has(name))) {
      throw new Error('it is a database of something else than Posthorn');
    }
    if (version > newest) {
      throw new Error(
        `it was written by a newer Posthorn (version ${version}; this one knows ${newest}). Update Posthorn first`,
      );
    }
    const counts = await connection.get<{ messages: number; waiting: number }>(
      `SELECT (SELECT count(*) FROM message) AS messages,
         (SELECT count(*) FROM delivery WHERE state = 'waiting') AS waiting`,
    );
    // The task that makes a backup is in it, and never ends there: where it is restored, it would count as failed.
    if (names.has('background_task'))
      await connection.exec(`DELETE FROM background_task WHERE task = 'data.backup' AND status = 'running'`);
    // Its log belongs to it: from here on the file alone is complete, and no other log fits it.
    await connection.exec('PRAGMA application_id = 0');
    await connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { version, messages: counts?.messages ?? 0, waiting: counts?.waiting ?? 0 };
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code === 'SQLITE_NOTADB') throw new Error('it is no database', { cause });
    if (code === 'SQLITE_CORRUPT') throw new Error(`it is damaged: ${(cause as Error).message}`, { cause });
    throw cause;
  } finally {
    await connection.close();
  }
}
