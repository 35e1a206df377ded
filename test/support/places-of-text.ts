import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestServer } from './start-test-server';

/** Where this text stands: files of the data folder outside of `backups`, and tables of PostgreSQL. */
export async function placesOfText(
  server: Pick<TestServer, 'dataDir' | 'openDatabase'>,
  text: string,
): Promise<readonly string[]> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const places: string[] = [];
  for (const path of files) {
    if (path.startsWith(join(server.dataDir, 'backups'))) continue;
    if ((await readFile(path)).includes(text)) places.push(path.slice(server.dataDir.length + 1));
  }
  return [...places, ...(await tablesWith(server, text))];
}

async function tablesWith(
  server: Pick<TestServer, 'openDatabase'>,
  text: string,
): Promise<readonly string[]> {
  const db = await server.openDatabase();
  try {
    if (db.dialect.engine === 'SQLite') return [];
    const tables = await db.all<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      // As text, a column of bytes is hexadecimal.
      const sql = `SELECT 1 AS one FROM "${name}" AS kept WHERE strpos(kept::text, ?) > 0 OR strpos(kept::text, ?) > 0 LIMIT 1`;
      if (await db.get(sql, [text, Buffer.from(text).toString('hex')])) found.push(name);
    }
    return found;
  } finally {
    await db.close();
  }
}
