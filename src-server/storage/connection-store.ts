import type { Database } from './database';

/** Another instance, as it is kept. */
export interface ConnectionRecord {
  readonly id: string;
  readonly name: string;
  /** Its address, without a slash at the end. */
  readonly baseUrl: string;
  /** Its admin token, encrypted; the key is not in this database. */
  readonly encryptedToken: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface ConnectionStore {
  /** All of them, the oldest first. */
  listAll(): Promise<ConnectionRecord[]>;
  get(id: string): Promise<ConnectionRecord | undefined>;
  insert(record: ConnectionRecord): Promise<void>;
  /** False when there is none. */
  delete(id: string): Promise<boolean>;
}

const SELECT = `
  SELECT id, name, base_url AS baseUrl, encrypted_token AS encryptedToken, created_at AS createdAt
  FROM connection`;

export function createConnectionStore(db: Database): ConnectionStore {
  return {
    listAll: () => db.all<ConnectionRecord>(`${SELECT} ORDER BY id`),
    get: (id) => db.get<ConnectionRecord>(`${SELECT} WHERE id = ?`, [id]),
    async insert(record) {
      await db.write((tx) =>
        tx.run(
          'INSERT INTO connection (id, name, base_url, encrypted_token, created_at) VALUES (?, ?, ?, ?, ?)',
          [record.id, record.name, record.baseUrl, record.encryptedToken, record.createdAt],
        ),
      );
    },
    async delete(id) {
      return (await db.write((tx) => tx.run('DELETE FROM connection WHERE id = ?', [id]))).changes > 0;
    },
  };
}
