import type { Database } from '../database';

/** Which installation this is: 16 hexadecimal digits, drawn when its database was made. */
export async function readInstallationId(db: Pick<Database, 'get'>): Promise<string> {
  const row = await db.get<{ id: string }>('SELECT id FROM installation');
  if (!row) throw new Error('The database has no installation id.');
  return row.id;
}
