import type { Capability } from '../contract/access';
import type { ListResponse } from '../contract/list';
import type { Database } from './database';
import { oncePerDialect } from './once-per-dialect';
import { mapPage, type PageRequest, readPage } from './page';
import type { SqlValue } from './transaction';

/** What a token may do, without the token itself: only its hash is kept. */
export interface TokenRecord {
  readonly id: string;
  readonly kind: 'admin' | 'reader' | 'portal';
  readonly name: string;
  /** The application of a portal token, otherwise null. */
  readonly appId: string | null;
  /** Flags it may see. Null: everything. */
  readonly featureFlags: readonly string[] | null;
  /** What a portal token may do. Null: everything a customer can. */
  readonly capabilities: readonly Capability[] | null;
  readonly sessionId: string | null;
  /** Milliseconds since 1970. Null: never. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

export interface TokenStore {
  insert(token: TokenRecord, hash: string): Promise<void>;
  /** Finds one by the hash of its text, expired or not. Links that nobody has followed yet are not tokens. */
  findByHash(hash: string): Promise<TokenRecord | undefined>;
  /** The same for several, by their hashes. */
  findByHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, TokenRecord>>;
  /** Null: there is no such token any more. */
  nameOf(id: string): Promise<string | null>;
  /** The sender's own tokens; portal tokens are not among them. */
  list(request: PageRequest): Promise<ListResponse<TokenRecord>>;
  /** Revokes one of the sender's own tokens; false when there is none. */
  delete(id: string): Promise<boolean>;
  /** Replaces its secret at once; undefined when the sender has no such token. */
  replaceHash(id: string, hash: string): Promise<TokenRecord | undefined>;
  /** Ends the session of a portal token; false when it is the key of an integration, which has no session. */
  deletePortalToken(id: string): Promise<boolean>;
  /**
   * Makes portal tokens of an application, and links that nobody has followed yet, expire no later than `at`. Keys of
   * integrations stay: they are not sessions, and end one by one.
   * @param sessionIds only these sessions. Null: all.
   */
  expirePortalTokens(appId: string, sessionIds: readonly string[] | null, at: number): Promise<void>;
  /** Deletes up to `limit` expired portal tokens and links and returns how many; no list shows them. */
  deleteExpiredPortalTokens(now: number, limit: number): Promise<number>;
}

export interface TokenRow {
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

/** The columns of a TokenRow. */
export const TOKEN_COLUMNS =
  'id, kind, name, app_id, feature_flags, capabilities, session_id, expires_at, created_at';
const amongSessions = oncePerDialect((dialect) => `AND ${dialect.isAmongTexts('session_id', '?')}`);
const byHashes = oncePerDialect(
  (dialect) => `
    SELECT ${TOKEN_COLUMNS}, hash FROM token WHERE ${dialect.isAmongTexts('hash', '?')} AND link_until IS NULL`,
);
const INSERT = `INSERT INTO token (${TOKEN_COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function createTokenStore(db: Database): TokenStore {
  return {
    async insert(token, hash) {
      await db.write((tx) => tx.run(INSERT, [...tokenParams(token), hash]));
    },
    async findByHash(hash) {
      const row = await db.get<TokenRow>(
        `SELECT ${TOKEN_COLUMNS} FROM token WHERE hash = ? AND link_until IS NULL`,
        [hash],
      );
      return row && toTokenRecord(row);
    },
    async findByHashes(hashes) {
      const rows = await db.all<TokenRow & { readonly hash: string }>(byHashes(db.dialect), [
        JSON.stringify(hashes),
      ]);
      return new Map(rows.map((row) => [row.hash, toTokenRecord(row)]));
    },
    async nameOf(id) {
      const row = await db.get<{ name: string }>('SELECT name FROM token WHERE id = ?', [id]);
      return row?.name ?? null;
    },
    async list(request) {
      const page = await readPage<TokenRow>(
        db.lists,
        {
          select: `SELECT ${TOKEN_COLUMNS} FROM token WHERE kind <> 'portal'`,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^tok_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      return mapPage(page, toTokenRecord);
    },
    async delete(id) {
      const sql = `DELETE FROM token WHERE id = ? AND kind <> 'portal'`;
      return (await db.write((tx) => tx.run(sql, [id]))).changes > 0;
    },
    async replaceHash(id, hash) {
      const sql = `UPDATE token SET hash = ? WHERE id = ? AND kind <> 'portal' RETURNING ${TOKEN_COLUMNS}`;
      const [row] = await db.write((tx) => tx.all<TokenRow>(sql, [hash, id]));
      return row && toTokenRecord(row);
    },
    async deletePortalToken(id) {
      const sql = `DELETE FROM token WHERE id = ? AND kind = 'portal' AND integration_id IS NULL`;
      return (await db.write((tx) => tx.run(sql, [id]))).changes > 0;
    },
    async expirePortalTokens(appId, sessionIds, at) {
      const only = sessionIds ? amongSessions(db.dialect) : '';
      await db.write((tx) =>
        tx.run(
          `UPDATE token SET expires_at = CASE WHEN expires_at <= ? THEN expires_at ELSE ? END
           WHERE app_id = ? AND kind = 'portal' AND integration_id IS NULL ${only}`,
          [at, at, appId, ...(sessionIds ? [JSON.stringify(sessionIds)] : [])],
        ),
      );
    },
    async deleteExpiredPortalTokens(now, limit) {
      const sql = `DELETE FROM token
        WHERE id IN (
          SELECT id FROM token WHERE kind = 'portal' AND (expires_at <= ? OR link_until <= ?) LIMIT ?)`;
      return (await db.write((tx) => tx.run(sql, [now, now, limit]))).changes;
    },
  };
}

/** The values of TOKEN_COLUMNS. */
export function tokenParams(token: TokenRecord): SqlValue[] {
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

/** A row as the rest of the program knows it. */
export function toTokenRecord(row: TokenRow): TokenRecord {
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
