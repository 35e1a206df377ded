import { noteChange } from '../audit-scope';
import type { Database } from '../database';
import type { Transaction } from '../transaction';
import { isUniqueViolation } from '../write-failure';
import { type NewestRead, openNewestRead } from './newest-read';

/** Something that deliveries may reach although it is not public. */
export interface TargetConsentRecord {
  readonly id: string;
  /** `host`: whatever this exact name resolves to. `network`: the addresses of a block, or a single one. */
  readonly kind: 'host' | 'network';
  /** In its canonical spelling. */
  readonly target: string;
  /** Why, for people; empty for none. */
  readonly note: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface TargetConsentStore extends Pick<NewestRead<readonly TargetConsentRecord[]>, 'reload'> {
  /** The current list, from memory, oldest first; a new array after each change. */
  current(): readonly TargetConsentRecord[];
  /** False when the target already exists. */
  insert(record: TargetConsentRecord): Promise<boolean>;
  /** False when there is none. */
  delete(id: string): Promise<boolean>;
}

const SELECT = 'SELECT id, kind, target, note, created_at AS "createdAt" FROM target_consent ORDER BY id';

/**
 * Reads the list once, and again when it is told that another process has changed it. A change by this one applies once
 * it is on disk.
 */
export async function openTargetConsentStore(db: Database): Promise<TargetConsentStore> {
  const records = await openNewestRead<readonly TargetConsentRecord[]>(() => db.all(SELECT));

  async function change(work: (tx: Transaction) => Promise<{ changes: number }>): Promise<boolean> {
    const written = await db.write(async (tx) => {
      const { changes } = await work(tx);
      return { changes, records: await tx.all<TargetConsentRecord>(SELECT) };
    });
    records.set(written.records);
    return written.changes > 0;
  }

  return {
    current: records.current,
    reload: records.reload,
    async insert({ id, kind, target, note, createdAt }) {
      const sql = 'INSERT INTO target_consent (id, kind, target, note, created_at) VALUES (?, ?, ?, ?, ?)';
      try {
        return await change((tx) => {
          noteChange(tx, { target: id, before: null, after: { kind, target, note } });
          return tx.run(sql, [id, kind, target, note, createdAt]);
        });
      } catch (cause) {
        if (isUniqueViolation(cause)) return false;
        throw cause;
      }
    },
    delete: (id) => change((tx) => tx.run('DELETE FROM target_consent WHERE id = ?', [id])),
  };
}
