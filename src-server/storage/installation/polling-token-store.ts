import type { Database } from '../database';
import type { Transaction } from '../transaction';

/** A token of a polling endpoint, with what it may read. Times are milliseconds since 1970; null: never. */
export interface PollingTokenRecord {
  readonly id: string;
  readonly pollerId: string;
  readonly appId: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** One that is to be stored: its hash, which lets it in, and the token sealed, to be shown again. */
export interface NewPollingToken {
  readonly id: string;
  readonly hash: string;
  readonly encrypted: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export interface PollingTokenStore {
  /** Finds one by its hash, expired or not. */
  findByHash(hash: string): Promise<PollingTokenRecord | undefined>;
  /** The newest one of a polling endpoint. */
  newest(pollerId: string): Promise<Omit<NewPollingToken, 'hash'> | undefined>;
  /**
   * Adds one, and has all before it end by `oldUntil`.
   * @param maxOld how many of those may work that long
   * @returns false, with nothing changed, when there are more
   */
  rotate(pollerId: string, token: NewPollingToken, oldUntil: number, maxOld: number): Promise<boolean>;
}

const FIND = `
  SELECT polling_token.id, poller_id AS "pollerId", app_id AS "appId", polling_token.created_at AS "createdAt",
    expires_at AS "expiresAt"
  FROM polling_token
  JOIN polling_endpoint ON polling_endpoint.id = poller_id
  WHERE hash = ?`;
const NEWEST = `
  SELECT id, encrypted_token AS encrypted, created_at AS "createdAt", expires_at AS "expiresAt"
  FROM polling_token
  WHERE poller_id = ?
  ORDER BY id DESC
  LIMIT 1`;
const END_OLD = `
  UPDATE polling_token SET expires_at = ?
  WHERE poller_id = ? AND (expires_at IS NULL OR expires_at > ?)`;
const COUNT = 'SELECT count(*) AS count FROM polling_token WHERE poller_id = ?';

export function createPollingTokenStore(db: Database): PollingTokenStore {
  return {
    findByHash: (hash) => db.get<PollingTokenRecord>(FIND, [hash]),
    newest: (pollerId) => db.get<Omit<NewPollingToken, 'hash'>>(NEWEST, [pollerId]),
    rotate(pollerId, token, oldUntil, maxOld) {
      return db.write(async (tx) => {
        await tx.get(`SELECT 1 FROM polling_endpoint WHERE id = ? ${tx.dialect.held}`, [pollerId]);
        await tx.run('DELETE FROM polling_token WHERE poller_id = ? AND expires_at <= ?', [
          pollerId,
          token.createdAt,
        ]);
        const left = await tx.get<{ count: number }>(COUNT, [pollerId]);
        if (oldUntil > token.createdAt && (left?.count ?? 0) > maxOld) return false;
        await tx.run(END_OLD, [oldUntil, pollerId, oldUntil]);
        await insertPollingToken(tx, pollerId, token);
        return true;
      });
    },
  };
}

/** Adds one as part of a larger write. */
export async function insertPollingToken(
  tx: Transaction,
  pollerId: string,
  { id, hash, encrypted, createdAt, expiresAt }: NewPollingToken,
): Promise<void> {
  await tx.run(
    `INSERT INTO polling_token (id, poller_id, hash, encrypted_token, created_at, expires_at)
     SELECT ?, id, ?, ?, ?, ? FROM polling_endpoint WHERE id = ?`,
    [id, hash, encrypted, createdAt, expiresAt, pollerId],
  );
}
