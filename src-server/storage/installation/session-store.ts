import type { ListResponse } from '../../contract/list';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import { noteToken, TOKEN_COLUMNS, type TokenRecord, type TokenRow } from './token-store';

/** A portal token, or a link that becomes one. */
export interface SessionRecord extends TokenRecord {
  /** Milliseconds since 1970 until which the link can be followed. Null: it was followed, or never was a link. */
  readonly linkUntil: number | null;
}

/** The sessions of customers in the portal: tokens of people, not the keys of integrations. */
export interface SessionStore {
  /** Stores a link that works once, until `linkUntil`; `hash` is that of the text in the link. */
  insertLink(token: TokenRecord, hash: string, linkUntil: number): Promise<void>;
  /**
   * Turns a link into a token, once: `tokenHash` is that of the token. Of several concurrent calls, one gets it.
   * Undefined when there is no such link, or no longer.
   */
  followLink(linkHash: string, tokenHash: string, now: number): Promise<TokenRecord | undefined>;
  /** Turns a token back into the link it came from, so that it can be followed until `until`. */
  unfollowLink(linkHash: string, tokenHash: string, until: number): Promise<void>;
  /** The living sessions of an application and the links that can still be followed, newest first. */
  list(appId: string, now: number, request: PageRequest): Promise<ListResponse<SessionRecord>>;
  /** Ends one at once; false when the application has none with this id. */
  delete(appId: string, id: string): Promise<boolean>;
}

type SessionRow = TokenRow & Pick<SessionRecord, 'linkUntil'>;

const INSERT_LINK = TOKEN_COLUMNS.insertInto('token', 'hash', 'link_until');
const FOLLOW = `
  UPDATE token SET hash = ?, link_until = NULL
  WHERE hash = ? AND link_until > ? AND (expires_at IS NULL OR expires_at > ?)
  RETURNING ${TOKEN_COLUMNS.select}`;
const SELECT_LIVING = `
  SELECT ${TOKEN_COLUMNS.select}, link_until AS "linkUntil" FROM token
  WHERE app_id = ? AND kind = 'portal' AND integration_id IS NULL
    AND (expires_at IS NULL OR expires_at > ?) AND (link_until IS NULL OR link_until > ?)`;

export function createSessionStore(db: Database): SessionStore {
  return {
    async insertLink(token, hash, linkUntil) {
      await db.write((tx) => {
        noteToken(tx, null, token);
        return tx.run(INSERT_LINK, [...TOKEN_COLUMNS.values(token), hash, linkUntil]);
      });
    },
    async followLink(linkHash, tokenHash, now) {
      const [row] = await db.write((tx) => tx.all<TokenRow>(FOLLOW, [tokenHash, linkHash, now, now]));
      return row && TOKEN_COLUMNS.toRecord(row);
    },
    async unfollowLink(linkHash, tokenHash, until) {
      const sql = 'UPDATE token SET hash = ?, link_until = ? WHERE hash = ?';
      await db.write((tx) => tx.run(sql, [linkHash, until, tokenHash]));
    },
    async list(appId, now, request) {
      const page = await readPage<SessionRow>(
        db.lists,
        {
          select: SELECT_LIVING,
          params: [appId, now, now],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^tok_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
        },
        request,
      );
      return mapPage(page, (row) => ({ ...TOKEN_COLUMNS.toRecord(row), linkUntil: row.linkUntil }));
    },
    async delete(appId, id) {
      const sql = `DELETE FROM token WHERE id = ? AND app_id = ? AND integration_id IS NULL`;
      return (await db.write((tx) => tx.run(sql, [id, appId]))).changes > 0;
    },
  };
}
