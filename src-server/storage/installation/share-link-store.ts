import type { FlagSetContent } from '../../contract/flag-set';
import type { ListResponse } from '../../contract/list';
import type { SharedSource } from '../../contract/share-link';
import { noteChange } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import { countAlone } from '../count-alone';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';

/** A frame of a link, as it was when the link was made. */
export interface SharedFrame extends FlagSetContent {
  readonly theme: 'light' | 'dark';
  readonly source: SharedSource;
}

/** A share link, without its secrets: only their hashes are kept. Times are milliseconds since 1970. */
export interface ShareLinkRecord {
  readonly id: string;
  /** Null: it has none. */
  readonly title: string | null;
  readonly appId: string;
  /** The page of the portal, as in its own address. */
  readonly page: string;
  readonly widthPx: number;
  readonly frames: readonly SharedFrame[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null: nobody has opened it. */
  readonly lastOpenedAt: number | null;
  /** When it was revoked, or its application deleted. Null: neither. */
  readonly revokedAt: number | null;
}

/** A link in a list, with the number of event types that were copied for it. */
export interface ListedShareLink extends ShareLinkRecord {
  readonly eventTypes: number;
}

/** What a secret of a link is for. */
export interface ShareKeyRecord {
  readonly link: ShareLinkRecord;
  /** The position of the frame that it reads. Null: it opens the link. */
  readonly frame: number | null;
}

export interface ShareLinkStore {
  /**
   * Stores one that nobody can open yet: `finish` makes it work. False if as many work, or are being made, as may.
   * @param most how many that is, this one included
   */
  insert(link: ShareLinkRecord, most: number): Promise<boolean>;
  /** Makes it work. @param hashes of the secret that opens it, and of those of its frames, in their order */
  finish(id: string, openHash: string, frameHashes: readonly string[]): Promise<void>;
  /** Removes one that could not be finished. */
  discard(id: string): Promise<void>;
  /** Finds a link by the hash of one of its secrets, also when it has ended. */
  findByHash(hash: string): Promise<ShareKeyRecord | undefined>;
  /**
   * Those that work, and those that have ended and are still kept, newest first.
   * @param ofCatalog true: only those that show no endpoints
   */
  list(request: PageRequest, ofCatalog: boolean): Promise<ListResponse<ListedShareLink>>;
  /** Ends one at once; false when there is none that works. */
  revoke(id: string, now: number, ofCatalog: boolean): Promise<boolean>;
  touch(id: string, at: number): Promise<void>;
  /** Deletes up to `limit` event types copied for links that have ended, and returns how many. */
  deleteCopiesOfEnded(now: number, limit: number): Promise<number>;
  /** Deletes up to `limit` links that ended before `time` and have no copies left, and returns how many. */
  deleteEndedBefore(time: number, limit: number): Promise<number>;
}

type Row = RowOf<ShareLinkRecord>;

const COLUMNS = columnsOf<ShareLinkRecord>({
  id: 'id',
  title: 'title',
  appId: 'app_id',
  page: 'page',
  widthPx: 'width_px',
  frames: json('frames'),
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lastOpenedAt: 'last_opened_at',
  revokedAt: 'revoked_at',
});
/** A link that is not finished so long after it was begun never will be: the server was stopped. */
const UNFINISHED_MS = 3_600_000;
/** In place of the table, to read from: the end of its application is that of a link. */
const LINKS = `(
  SELECT share_link.id, title, app_id, page, width_px, frames, share_link.created_at, expires_at, last_opened_at,
    COALESCE(revoked_at, application.deleted_at) AS revoked_at
  FROM share_link JOIN application ON application.id = share_link.app_id) AS share_link`;
const INSERT = COLUMNS.insertInto('share_link');
const FIND = `
  SELECT ${COLUMNS.select}, frame FROM share_key JOIN ${LINKS} ON share_link.id = share_key.share_id WHERE hash = ?`;
const IS_FINISHED = 'EXISTS (SELECT 1 FROM share_key WHERE share_id = share_link.id)';
const IS_OF_CATALOG = `page <> '/endpoints'`;
const SELECT_FINISHED = `
  SELECT ${COLUMNS.select}, (SELECT count(*) FROM share_event_type WHERE share_id = share_link.id) AS "eventTypes"
  FROM ${LINKS} WHERE ${IS_FINISHED}`;
const COUNT_WORKING = `
  SELECT count(*) AS count FROM ${LINKS}
  WHERE expires_at > ? AND revoked_at IS NULL AND (created_at > ? OR ${IS_FINISHED})`;
const DELETE_COPIES = `
  DELETE FROM share_event_type WHERE (share_id, name) IN (
    SELECT copy.share_id, copy.name
    FROM ${LINKS} JOIN share_event_type AS copy ON copy.share_id = share_link.id
    WHERE share_link.expires_at <= ? OR share_link.revoked_at <= ?
      OR (share_link.created_at <= ? AND NOT ${IS_FINISHED})
    LIMIT ?)`;
const DELETE_ENDED = `
  DELETE FROM share_link WHERE id IN (
    SELECT id FROM ${LINKS}
    WHERE (expires_at < ? OR revoked_at < ? OR (created_at < ? AND NOT ${IS_FINISHED}))
      AND NOT EXISTS (SELECT 1 FROM share_event_type WHERE share_id = share_link.id)
    LIMIT ?)`;

export function createShareLinkStore(db: Database): ShareLinkStore {
  return {
    insert(link, most) {
      return db.write(async (tx) => {
        const working = [link.createdAt, link.createdAt - UNFINISHED_MS];
        if ((await countAlone(tx, COUNT_WORKING, working)) >= most) return false;
        await tx.run(INSERT, COLUMNS.values(link));
        noteChange(tx, { target: link.id, before: null, after: null });
        return true;
      });
    },
    async finish(id, openHash, frameHashes) {
      const sql = 'INSERT INTO share_key (hash, share_id, frame) VALUES (?, ?, ?)';
      await db.write(async (tx) => {
        await tx.run(sql, [openHash, id, null]);
        for (const [frame, hash] of frameHashes.entries()) await tx.run(sql, [hash, id, frame]);
      });
    },
    async discard(id) {
      await db.write((tx) => tx.run('DELETE FROM share_link WHERE id = ?', [id]));
    },
    async findByHash(hash) {
      const row = await db.get<Row & { readonly frame: number | null }>(FIND, [hash]);
      return row && { link: COLUMNS.toRecord(row), frame: row.frame };
    },
    async list(request, ofCatalog) {
      const page = await readPage<Row & { readonly eventTypes: number }>(
        db.lists,
        {
          select: ofCatalog ? `${SELECT_FINISHED} AND ${IS_OF_CATALOG}` : SELECT_FINISHED,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^share_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
        },
        request,
      );
      return mapPage(page, (row) => ({ ...COLUMNS.toRecord(row), eventTypes: row.eventTypes }));
    },
    async revoke(id, now, ofCatalog) {
      const sql = `
        UPDATE share_link SET revoked_at = ?
        WHERE id = ? AND revoked_at IS NULL AND expires_at > ? AND ${IS_FINISHED}${ofCatalog ? ` AND ${IS_OF_CATALOG}` : ''}`;
      return (await db.write((tx) => tx.run(sql, [now, id, now]))).changes > 0;
    },
    async touch(id, at) {
      await db.write((tx) => tx.run('UPDATE share_link SET last_opened_at = ? WHERE id = ?', [at, id]));
    },
    async deleteCopiesOfEnded(now, limit) {
      return (await db.write((tx) => tx.run(DELETE_COPIES, [now, now, now - UNFINISHED_MS, limit]))).changes;
    },
    async deleteEndedBefore(time, limit) {
      return (await db.write((tx) => tx.run(DELETE_ENDED, [time, time, time, limit]))).changes;
    },
  };
}
