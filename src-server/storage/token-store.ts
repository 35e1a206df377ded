import type { Capability } from '../contract/access';
import type { ListResponse } from '../contract/list';
import type { Database, SqlValue } from './database';
import { mapPage, type PageRequest, readPage } from './page';

/** What a token may do, without the token itself: only its hash is kept. */
export interface TokenRecord {
  readonly id: string;
  readonly kind: 'admin' | 'reader' | 'portal';
  readonly name: string;
  /** The application of a portal token, else null. */
  readonly appId: string | null;
  /** Flags it may see. Null: everything. */
  readonly featureFlags: readonly string[] | null;
  /** What a portal token may do. Null: all a customer can. */
  readonly capabilities: readonly Capability[] | null;
  readonly sessionId: string | null;
  /** Milliseconds since 1970. Null: never. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

export interface TokenStore {
  insert(token: TokenRecord, hash: string): Promise<void>;
  /** Finds one by the hash of its text, expired or not. */
  findByHash(hash: string): Promise<TokenRecord | undefined>;
  /** The sender's own tokens; portal tokens are not among them. */
  list(request: PageRequest): Promise<ListResponse<TokenRecord>>;
  /** Revokes one of the sender's own tokens; false when there is none. */
  delete(id: string): Promise<boolean>;
  /** Revokes a portal token. */
  deletePortalToken(id: string): Promise<void>;
  /**
   * Makes portal tokens of an application expire no later than `at`.
   * @param sessionIds only these sessions. Null: all.
   */
  expirePortalTokens(appId: string, sessionIds: readonly string[] | null, at: number): Promise<void>;
  /** Forgets up to `limit` portal tokens that have expired and gives how many; nobody can list them, so nothing is lost. */
  deleteExpiredPortalTokens(now: number, limit: number): Promise<number>;
}

interface TokenRow {
  id: string;
  kind: TokenRecord['kind'];
  name: string;
  app_id: string | null;
  feature_flags: string | null;
  capabilities: string | null;
  session_id: string | null;
  expires_at: number | null;
  created_at: number;
}

const COLUMNS = 'id, kind, name, app_id, feature_flags, capabilities, session_id, expires_at, created_at';

export function createTokenStore(db: Database): TokenStore {
  return {
    async insert(token, hash) {
      await db.write((tx) =>
        tx.run(`INSERT INTO token (${COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
          ...toParams(token),
          hash,
        ]),
      );
    },
    async findByHash(hash) {
      const row = await db.get<TokenRow>(`SELECT ${COLUMNS} FROM token WHERE hash = ?`, [hash]);
      return row && toRecord(row);
    },
    async list(request) {
      const page = await readPage<TokenRow>(
        db,
        {
          select: `SELECT ${COLUMNS} FROM token WHERE kind <> 'portal'`,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^tok_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      return mapPage(page, toRecord);
    },
    async delete(id) {
      const sql = `DELETE FROM token WHERE id = ? AND kind <> 'portal'`;
      return (await db.write((tx) => tx.run(sql, [id]))).changes > 0;
    },
    async deletePortalToken(id) {
      await db.write((tx) => tx.run(`DELETE FROM token WHERE id = ? AND kind = 'portal'`, [id]));
    },
    async expirePortalTokens(appId, sessionIds, at) {
      const only = sessionIds ? 'AND session_id IN (SELECT value FROM json_each(?))' : '';
      await db.write((tx) =>
        tx.run(
          `UPDATE token SET expires_at = min(ifnull(expires_at, ?), ?) WHERE app_id = ? AND kind = 'portal' ${only}`,
          [at, at, appId, ...(sessionIds ? [JSON.stringify(sessionIds)] : [])],
        ),
      );
    },
    async deleteExpiredPortalTokens(now, limit) {
      const sql = `DELETE FROM token
        WHERE rowid IN (SELECT rowid FROM token WHERE kind = 'portal' AND expires_at <= ? LIMIT ?)`;
      return (await db.write((tx) => tx.run(sql, [now, limit]))).changes;
    },
  };
}

function toParams(token: TokenRecord): SqlValue[] {
  return [
    token.id,
    token.kind,
    token.name,
    token.appId,
    token.featureFlags && JSON.stringify(token.featureFlags),
    token.capabilities && JSON.stringify(token.capabilities),
    token.sessionId,
    token.expiresAt,
    token.createdAt,
  ];
}

function toRecord(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    appId: row.app_id,
    featureFlags: row.feature_flags === null ? null : JSON.parse(row.feature_flags),
    capabilities: row.capabilities === null ? null : JSON.parse(row.capabilities),
    sessionId: row.session_id,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
