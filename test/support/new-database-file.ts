import { openDatabase, type SqliteDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { newFolder } from './new-folder';

/** A database in a new file, without any table yet, alone in its folder. */
export async function newDatabaseFile(): Promise<SqliteDatabase & { remove(): Promise<void> }> {
  const folder = await newFolder();
  const db = await openDatabase(folder.file('posthorn.db'));
  return {
    ...db,
    async remove() {
      await db.close().catch(() => undefined); // a test may have done so
      await folder.remove();
    },
  };
}
