import type { LookFileKind } from '../contract/look-file';
import type { Database } from './database';

/** A file of the portal's look. */
export interface LookFileRecord {
  readonly kind: LookFileKind;
  readonly mediaType: string;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly hash: string;
  readonly content: Uint8Array;
}

/** The files of the portal's look: at most one of each kind, and small, so they are kept in memory. */
export interface LookFileStore {
  get(kind: LookFileKind): LookFileRecord | undefined;
  /** Stores it in place of the one before. */
  put(record: LookFileRecord): Promise<void>;
  /** False when there is none. */
  delete(kind: LookFileKind): Promise<boolean>;
}

const SELECT = 'SELECT kind, media_type AS mediaType, hash, content FROM look_file';
const PUT = 'INSERT OR REPLACE INTO look_file (kind, media_type, hash, content) VALUES (?, ?, ?, ?)';

/** Reads the files once; this process is the only one that can change them. A change applies once it is on disk. */
export async function openLookFileStore(db: Database): Promise<LookFileStore> {
  const rows = await db.all<LookFileRecord>(SELECT);
  const records = new Map(rows.map((row) => [row.kind, row]));
  return {
    get: (kind) => records.get(kind),
    async put(record) {
      const { kind, mediaType, hash, content } = record;
      await db.write((tx) => tx.run(PUT, [kind, mediaType, hash, content]));
      records.set(kind, record);
    },
    async delete(kind) {
      const { changes } = await db.write((tx) => tx.run('DELETE FROM look_file WHERE kind = ?', [kind]));
      if (changes > 0) records.delete(kind);
      return changes > 0;
    },
  };
}
