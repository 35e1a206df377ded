import type { LookFileKind } from '../../contract/look-file';
import type { Database } from '../database';
import { type NewestRead, openNewestRead } from './newest-read';

/** A file of the portal's look. */
export interface LookFileRecord {
  readonly kind: LookFileKind;
  readonly mediaType: string;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly hash: string;
  readonly content: Uint8Array;
}

/** The files of the portal's look: at most one of each kind, and small, so they are kept in memory. */
export interface LookFileStore extends Pick<NewestRead<unknown>, 'reload'> {
  get(kind: LookFileKind): LookFileRecord | undefined;
  /** Stores it in place of the one before. */
  put(record: LookFileRecord): Promise<void>;
  /** False when there is none. */
  delete(kind: LookFileKind): Promise<boolean>;
}

const SELECT = 'SELECT kind, media_type AS "mediaType", hash, content FROM look_file';
const PUT = `
  INSERT INTO look_file (kind, media_type, hash, content) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind) DO UPDATE SET media_type = excluded.media_type, hash = excluded.hash, content = excluded.content`;

/**
 * Reads the files once, and again when it is told that another process has changed them. A change by this one applies
 * once it is on disk.
 */
export async function openLookFileStore(db: Database): Promise<LookFileStore> {
  const records = await openNewestRead<ReadonlyMap<LookFileKind, LookFileRecord>>(async () => {
    const rows = await db.all<LookFileRecord>(SELECT);
    return new Map(rows.map((row) => [row.kind, row]));
  });
  return {
    get: (kind) => records.current().get(kind),
    reload: records.reload,
    async put(record) {
      const { kind, mediaType, hash, content } = record;
      await db.write((tx) => tx.run(PUT, [kind, mediaType, hash, content]));
      records.set(new Map([...records.current(), [kind, record]]));
    },
    async delete(kind) {
      const { changes } = await db.write((tx) => tx.run('DELETE FROM look_file WHERE kind = ?', [kind]));
      if (changes > 0) records.set(new Map([...records.current()].filter(([name]) => name !== kind)));
      return changes > 0;
    },
  };
}
