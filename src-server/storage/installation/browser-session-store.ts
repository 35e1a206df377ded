import type { ListResponse } from '../../contract/list';
import type { LimitedKind } from '../../contract/token-kinds';
import type { Database } from '../database';
import { type PageRequest, readPage } from '../page';

/** A browser that is logged in to the admin pages. */
export interface BrowserSessionRecord {
  readonly id: string;
  /** SHA-256 of the run of the server and what its pages hold; the cookie alone is not enough. */
  readonly pageKeyHash: string;
  /** The token that it was logged in with. Null: the admin token of the instance. */
  readonly tokenId: string | null;
  /** Name of that token. Null: the admin token of the instance. */
  readonly tokenName: string | null;
  /** What that token may do, where that is not everything. */
  readonly limitedKind: LimitedKind | null;
  /** When that token expires, in milliseconds since 1970. Null: never. */
  readonly tokenExpiresAt: number | null;
  /** The host name under which its pages reach this server, without the port. */
  readonly host: string;
  /** Browser and system, such as `Firefox on Linux`. */
  readonly browser: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** A session as it is first stored. */
export interface NewBrowserSession
  extends Pick<BrowserSessionRecord, 'id' | 'pageKeyHash' | 'host' | 'browser' | 'createdAt' | 'lastUsedAt'> {
  readonly secretHash: string;
  readonly tokenHash: string;
  /** The secret of the session that ends with it. Null: none does. */
  readonly replacedHash: string | null;
}

/** Which sessions are valid: those used since, whose token is the admin token of the instance, or still works. */
export interface ValidSessions {
  readonly adminTokenHash: string;
  readonly usedSince: number;
  readonly now: number;
}

/** The log-ins of browsers. Times are milliseconds since 1970. */
export interface BrowserSessionStore {
  /** Stores one in place of another. Beyond `keep` sessions, those that were used longest ago end. */
  insert(session: NewBrowserSession, keep: number): Promise<void>;
  findByHash(secretHash: string, valid: ValidSessions): Promise<BrowserSessionRecord | undefined>;
  /** The valid ones, newest first. */
  list(valid: ValidSessions, request: PageRequest): Promise<ListResponse<BrowserSessionRecord>>;
  touch(id: string, at: number): Promise<void>;
  /** Ends one at once; false when there is none with this id. */
  delete(id: string): Promise<boolean>;
  /** Ends all but one. @param keptId null: all */
  deleteOthers(keptId: string | null): Promise<void>;
  /** Deletes up to `limit` that were last used before `time` and returns how many. */
  deleteUnused(time: number, limit: number): Promise<number>;
}

const INSERT = `
  INSERT INTO browser_session
    (id, secret_hash, page_key_hash, token_hash, host, browser, created_at, last_used_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const DELETE_OLDEST = `
  DELETE FROM browser_session
  WHERE id NOT IN (SELECT id FROM browser_session ORDER BY last_used_at DESC, id DESC LIMIT ?)`;
const SELECT_VALID = `
  SELECT session.id, page_key_hash AS "pageKeyHash", token.id AS "tokenId", token.name AS "tokenName",
    token.limited_kind AS "limitedKind", token.expires_at AS "tokenExpiresAt", host, browser, session.created_at AS "createdAt",
    session.last_used_at AS "lastUsedAt"
  FROM browser_session AS session
  LEFT JOIN token ON token.hash = session.token_hash AND (token.kind = 'admin' OR token.limited_kind IS NOT NULL)
  WHERE session.last_used_at > ?
    AND (session.token_hash = ? OR token.id IS NOT NULL AND (token.expires_at IS NULL OR token.expires_at > ?))`;

export function createBrowserSessionStore(db: Database): BrowserSessionStore {
  return {
    async insert(session, keep) {
      await db.write(async (tx) => {
        await tx.run('DELETE FROM browser_session WHERE secret_hash = ?', [session.replacedHash]);
        await tx.run(INSERT, [
          session.id,
          session.secretHash,
          session.pageKeyHash,
          session.tokenHash,
          session.host,
          session.browser,
          session.createdAt,
          session.lastUsedAt,
        ]);
        await tx.run(DELETE_OLDEST, [keep]);
      });
    },
    findByHash: (secretHash, valid) =>
      db.get<BrowserSessionRecord>(`${SELECT_VALID} AND secret_hash = ?`, [...paramsOf(valid), secretHash]),
    list: (valid, request) =>
      readPage<BrowserSessionRecord>(
        db.lists,
        {
          select: SELECT_VALID,
          params: paramsOf(valid),
          keyColumn: 'session.id',
          keyOf: (row) => row.id,
          keyPattern: /^bses_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
        },
        request,
      ),
    async touch(id, at) {
      await db.write((tx) => tx.run('UPDATE browser_session SET last_used_at = ? WHERE id = ?', [at, id]));
    },
    async delete(id) {
      return (await db.write((tx) => tx.run('DELETE FROM browser_session WHERE id = ?', [id]))).changes > 0;
    },
    async deleteOthers(keptId) {
      await db.write((tx) => tx.run('DELETE FROM browser_session WHERE id IS DISTINCT FROM ?', [keptId]));
    },
    async deleteUnused(time, limit) {
      const sql = `DELETE FROM browser_session
        WHERE id IN (SELECT id FROM browser_session WHERE last_used_at < ? LIMIT ?)`;
      return (await db.write((tx) => tx.run(sql, [time, limit]))).changes;
    },
  };
}

function paramsOf({ usedSince, adminTokenHash, now }: ValidSessions) {
  return [usedSince, adminTokenHash, now];
}
