import { toIsoTime } from '../../base/clock';
import type { Capability } from '../../contract/access';
import type { ListResponse } from '../../contract/list';
import type { LimitedKind } from '../../contract/token-kinds';
import { noteChange } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage } from '../page';
import type { Transaction } from '../transaction';

/** What a token may do, without the token itself: only its hash is kept. */
export interface TokenRecord {
  readonly id: string;
  readonly kind: 'admin' | 'reader' | 'portal';
  /** What a reader may do that sees all event types. Null: another token. */
  readonly limitedKind: LimitedKind | null;
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
  /** To within a few minutes; null: never. Not kept for portal tokens. */
  readonly lastUsedAt: number | null;
}

export interface TokenStore {
  insert(token: TokenRecord, hash: string): Promise<void>;
  /** Finds one by the hash of its text, expired or not. Links that nobody has followed yet are not tokens. */
  findByHash(hash: string): Promise<TokenRecord | undefined>;
  /** The same for several, by their hashes. */
  findByHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, TokenRecord>>;
  /** Notes a use of one of the sender's own tokens. */
  touch(id: string, at: number): Promise<void>;
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

export type TokenRow = RowOf<TokenRecord>;

export const TOKEN_COLUMNS = columnsOf<TokenRecord>({
  id: 'id',
  kind: 'kind',
  limitedKind: 'limited_kind',
  name: 'name',
  appId: 'app_id',
  featureFlags: json('feature_flags'),
  capabilities: json('capabilities'),
  sessionId: 'session_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
});
const amongSessions = oncePerDialect((dialect) => `AND ${dialect.isAmongTexts('session_id', '?')}`);
const byHashes = oncePerDialect(
  (dialect) => `
    SELECT ${TOKEN_COLUMNS.select}, hash FROM token WHERE ${dialect.isAmongTexts('hash', '?')} AND link_until IS NULL`,
);
const INSERT = TOKEN_COLUMNS.insertInto('token', 'hash');

function auditedToken(token: TokenRecord | null) {
  if (!token) return null;
  const { name, kind, limitedKind, featureFlags, capabilities, sessionId, expiresAt } = token;
  const rights = { kind: limitedKind ?? (kind === 'admin' ? 'full' : kind), featureFlags, capabilities };
  return { name, ...rights, sessionId, expiresAt: expiresAt === null ? null : toIsoTime(expiresAt) };
}

/** Says in the audit that a token, or a link that becomes one, is made or revoked. */
export function noteToken(tx: Transaction, before: TokenRecord | null, after: TokenRecord | null): void {
  const { id: target, appId } = (before ?? after) as TokenRecord;
  noteChange(tx, {
    target,
    ...(appId !== null && { appId }),
    before: auditedToken(before),
    after: auditedToken(after),
  });
}

export function createTokenStore(db: Database): TokenStore {
  return {
    async insert(token, hash) {
      await db.write((tx) => {
        noteToken(tx, null, token);
        return tx.run(INSERT, [...TOKEN_COLUMNS.values(token), hash]);
      });
    },
    async findByHash(hash) {
      const row = await db.get<TokenRow>(
        `SELECT ${TOKEN_COLUMNS.select} FROM token WHERE hash = ? AND link_until IS NULL`,
        [hash],
      );
      return row && TOKEN_COLUMNS.toRecord(row);
    },
    async findByHashes(hashes) {
      const rows = await db.all<TokenRow & { readonly hash: string }>(byHashes(db.dialect), [
        JSON.stringify(hashes),
      ]);
      return new Map(rows.map((row) => [row.hash, TOKEN_COLUMNS.toRecord(row)]));
    },
    async touch(id, at) {
      await db.write((tx) => tx.run('UPDATE token SET last_used_at = ? WHERE id = ?', [at, id]));
    },
    async nameOf(id) {
      const row = await db.get<{ name: string }>('SELECT name FROM token WHERE id = ?', [id]);
      return row?.name ?? null;
    },
    async list(request) {
      const page = await readPage<TokenRow>(
        db.lists,
        {
          select: `SELECT ${TOKEN_COLUMNS.select} FROM token WHERE kind <> 'portal'`,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^tok_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      return mapPage(page, TOKEN_COLUMNS.toRecord);
    },
    async delete(id) {
      const sql = `DELETE FROM token WHERE id = ? AND kind <> 'portal' RETURNING ${TOKEN_COLUMNS.select}`;
      return db.write(async (tx) => {
        const row = await tx.get<TokenRow>(sql, [id]);
        if (row) noteToken(tx, TOKEN_COLUMNS.toRecord(row), null);
        return row !== undefined;
      });
    },
    async replaceHash(id, hash) {
      const sql = `UPDATE token SET hash = ? WHERE id = ? AND kind <> 'portal' RETURNING ${TOKEN_COLUMNS.select}`;
      const [row] = await db.write((tx) => tx.all<TokenRow>(sql, [hash, id]));
      return row && TOKEN_COLUMNS.toRecord(row);
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
