import type { ListResponse } from '../contract/list';
import { LIST_BYTES_MAX } from '../contract/list';
import { cancelFirstOfEndpoint } from './abandoned-deliveries';
import { withUid } from './application-store';
import { noteChange } from './audit-scope';
import { countAlone } from './count-alone';
import type { Database } from './database';
import { historyOf } from './endpoint-history';
import {
  type DisabledReason,
  ENDPOINT_COLUMNS,
  ENDPOINT_SELECTED,
  type EndpointContent,
  type EndpointRecord,
  type EndpointRow,
  SIZED_FIELDS,
  toEndpointRecord,
} from './endpoint-record';
import { OPERATIONAL_APP_ID } from './operational-application';
import { mapPage, type PageRequest, readPage, readPages } from './page';
import type { Transaction } from './transaction';

/** An endpoint before and after. `before` is null for a new one, `after` for a deleted one. */
export interface EndpointChange {
  readonly before: EndpointRecord | null;
  readonly after: EndpointRecord | null;
}

/**
 * Sees every change of an endpoint inside the transaction that makes it, so that what it writes there is kept or lost
 * together with the change. The function it returns is called once that is on disk. Endpoints deleted with their
 * application are not reported one by one.
 */
export type EndpointChangeListener = (tx: Transaction, change: EndpointChange) => Promise<() => void>;

/** A rotated secret that still signs until `expiresAt` (ms since 1970). */
export interface OldSecret {
  readonly endpointId: string;
  readonly secret: string;
  readonly expiresAt: number;
}

/** Thrown when an application already has the maximum number of endpoints. */
export class TooManyEndpoints extends Error {}

export interface EndpointStore {
  list(appId: string, request: PageRequest): Promise<ListResponse<EndpointRecord>>;
  /**
   * All living endpoints, a few at a time; the engine keeps them in memory.
   * @param appId of this application only; absent: of all
   */
  walk(appId?: string): AsyncGenerator<readonly EndpointRecord[], void>;
  /** URLs of all that are not disabled, a few at a time. */
  walkAddresses(): AsyncGenerator<readonly string[], void>;
  /**
   * All old secrets that still sign, newest first.
   * @param appId of the endpoints of this application only; absent: of all
   */
  listOldSecrets(now: number, appId?: string): Promise<OldSecret[]>;
  /** Finds a living one of this application by id or uid. */
  get(appId: string, idOrUid: string): Promise<EndpointRecord | undefined>;
  /** Finds a living one of any application. */
  find(id: string): Promise<EndpointRecord | undefined>;
  /**
   * @param most how many living endpoints the application may have, including this one; null or absent: any number
   * @throws UidTaken
   * @throws TooManyEndpoints
   */
  insert(
    id: string,
    appId: string,
    content: EndpointContent,
    now: number,
    most?: number | null,
  ): Promise<EndpointRecord>;
  /**
   * Reads and changes one in a single write. Undefined when there is none.
   * @throws UidTaken
   */
  update(
    id: string,
    now: number,
    change: (current: EndpointRecord) => EndpointContent,
  ): Promise<EndpointRecord | undefined>;
  /**
   * Disables one automatically. Undefined, with nothing changed, when it is gone or already disabled; for `failing`
   * also when something succeeded, or its URL changed, in the meantime.
   */
  disable(
    id: string,
    now: number,
    reason: Exclude<DisabledReason, 'manual'>,
  ): Promise<EndpointRecord | undefined>;
  /**
   * Replaces the secret; the old one signs until `oldExpiresAt`, or not at all when that is no later than `now`.
   * @returns false, with nothing changed, when more than `maxOld` old secrets would still sign
   */
  rotateSecret(
    id: string,
    secret: string,
    now: number,
    oldExpiresAt: number,
    maxOld: number,
  ): Promise<boolean>;
  /**
   * Deletes it and cancels the first of what waits for it; `AbandonedDeliveries` finds the rest. False when there is none.
   * @param check gets what would be deleted; what it throws stops everything
   */
  delete(id: string, now: number, check?: (current: EndpointRecord) => void): Promise<boolean>;
}

type Address = Pick<EndpointRecord, 'id' | 'url'>;

const PAGES_BY_ID = {
  keyColumn: 'id',
  keyOf: (row: { readonly id: string }) => row.id,
  keyPattern: /^ep_[0-9A-Za-z]+$/,
  defaultOrder: 'ascending',
} as const;
const COUNT_LIVING = 'SELECT count(*) AS count FROM endpoint WHERE app_id = ? AND deleted_at IS NULL';
const SELECT_BY_ID = `SELECT ${ENDPOINT_SELECTED} FROM endpoint WHERE id = ? AND deleted_at IS NULL`;
const INSERT = ENDPOINT_COLUMNS.insertInto('endpoint');
const UPDATE = `UPDATE endpoint SET ${ENDPOINT_COLUMNS.set}, failing_since = ?, failing_marked_at = ? WHERE id = ?`;

export function createEndpointStore(db: Database, listener: EndpointChangeListener = nobody): EndpointStore {
  const onChange: EndpointChangeListener = (tx, change) => {
    const { id: target, appId } = (change.before ?? change.after) as EndpointRecord;
    // The application of operational webhooks is none of the API.
    noteChange(tx, { target, ...(appId !== OPERATIONAL_APP_ID && { appId }), ...change });
    return listener(tx, change);
  };
  return {
    async list(appId, request) {
      const page = await readPage<EndpointRow>(
        db.lists,
        {
          select: `SELECT ${ENDPOINT_SELECTED} FROM endpoint WHERE app_id = ? AND deleted_at IS NULL`,
          params: [appId],
          ...PAGES_BY_ID,
          defaultOrder: 'descending',
          largeColumns: SIZED_FIELDS,
          bytesMax: LIST_BYTES_MAX / 2, // their names are read one by one, and written again
        },
        request,
      );
      return mapPage(page, toEndpointRecord);
    },
    async *walk(appId) {
      const select = `SELECT ${ENDPOINT_SELECTED} FROM endpoint WHERE deleted_at IS NULL${appId === undefined ? '' : ' AND app_id = ?'}`;
      const params = appId === undefined ? [] : [appId];
      const query = { ...PAGES_BY_ID, select, params, largeColumns: SIZED_FIELDS };
      for await (const page of readPages<EndpointRow>(db.lists, query)) yield page.map(toEndpointRecord);
    },
    async *walkAddresses() {
      const select = 'SELECT id, url FROM endpoint WHERE deleted_at IS NULL AND disabled = 0';
      const query = { ...PAGES_BY_ID, select, params: [], largeColumns: ['url'] };
      for await (const page of readPages<Address>(db.lists, query)) yield page.map(({ url }) => url);
    },
    listOldSecrets(now, appId) {
      return db.all<OldSecret>(
        `SELECT endpoint_id AS "endpointId", secret, expires_at AS "expiresAt"
         FROM old_secret
         WHERE expires_at > ?${appId === undefined ? '' : ' AND endpoint_id IN (SELECT id FROM endpoint WHERE app_id = ?)'}
         ORDER BY ${db.dialect.inserted} DESC`,
        appId === undefined ? [now] : [now, appId],
      );
    },
    async find(id) {
      const row = await db.get<EndpointRow>(SELECT_BY_ID, [id]);
      return row && toEndpointRecord(row);
    },
    async get(appId, idOrUid) {
      const row = idOrUid.startsWith('ep_')
        ? await db.get<EndpointRow>(`${SELECT_BY_ID} AND app_id = ?`, [idOrUid, appId])
        : await db.get<EndpointRow>(
            `SELECT ${ENDPOINT_SELECTED} FROM endpoint WHERE app_id = ? AND uid = ? AND deleted_at IS NULL`,
            [appId, idOrUid],
          );
      return row && toEndpointRecord(row);
    },
    async insert(id, appId, content, now, most = null) {
      const times = { createdAt: now, updatedAt: now, deletedAt: null };
      const after = { ...content, ...historyOf(null, content, now), id, appId, ...times };
      const publish = await withUid(() =>
        db.write(async (tx) => {
          if (most !== null && (await countAlone(tx, COUNT_LIVING, [appId])) >= most)
            throw new TooManyEndpoints();
          await tx.run(INSERT, ENDPOINT_COLUMNS.values(after));
          return onChange(tx, { before: null, after });
        }),
      );
      publish();
      return after;
    },
    async update(id, now, change) {
      const done = await withUid(() =>
        db.write(async (tx) => {
          const row = await tx.get<EndpointRow>(`${SELECT_BY_ID} ${tx.dialect.held}`, [id]);
          if (!row) return undefined;
          const before = toEndpointRecord(row);
          const next = change(before);
          const after = { ...before, ...next, ...historyOf(before, next, now), updatedAt: now };
          const { since = null, markedAt = null } = after.failing ?? {};
          await tx.run(UPDATE, [...ENDPOINT_COLUMNS.changes(after), since, markedAt, id]);
          return { after, publish: await onChange(tx, { before, after }) };
        }),
      );
      done?.publish();
      return done?.after;
    },
    async disable(id, now, reason) {
      const done = await db.write(async (tx) => {
        const row = await tx.get<EndpointRow>(
          `UPDATE endpoint SET disabled = 1, disabled_at = ?1, disabled_reason = ?2, updated_at = ?1
           WHERE id = ?3 AND deleted_at IS NULL AND disabled = 0
             AND (?2 <> 'failing' OR failing_since IS NOT NULL)
           RETURNING ${ENDPOINT_SELECTED}`,
          [now, reason, id],
        );
        if (!row) return undefined;
        const after = toEndpointRecord(row);
        const before = { ...after, disabled: false, disabledAt: null, disabledReason: null };
        return { after, publish: await onChange(tx, { before, after }) };
      });
      done?.publish();
      return done?.after;
    },
    async rotateSecret(id, secret, now, oldExpiresAt, maxOld) {
      const publish = await db.write(async (tx) => {
        await tx.run('DELETE FROM old_secret WHERE endpoint_id = ? AND expires_at <= ?', [id, now]);
        const old = await tx.get<{ count: number }>(
          'SELECT count(*) AS count FROM old_secret WHERE endpoint_id = ?',
          [id],
        );
        if (oldExpiresAt > now) {
          if ((old?.count ?? 0) >= maxOld) return null;
          await tx.run(
            `INSERT INTO old_secret (endpoint_id, secret, expires_at)
             SELECT id, secret, ? FROM endpoint WHERE id = ?`,
            [oldExpiresAt, id],
          );
        }
        const row = await tx.get<EndpointRow>(
          `UPDATE endpoint SET secret = ?, updated_at = ? WHERE id = ? RETURNING ${ENDPOINT_SELECTED}`,
          [secret, now, id],
        );
        const after = row && toEndpointRecord(row);
        return after ? onChange(tx, { before: after, after }) : () => undefined;
      });
      publish?.();
      return publish !== null;
    },
    async delete(id, now, check) {
      const publish = await db.write(async (tx) => {
        const row = await tx.get<EndpointRow>(
          `UPDATE endpoint SET deleted_at = ?, updated_at = ? WHERE id = ? AND deleted_at IS NULL
           RETURNING ${ENDPOINT_SELECTED}`,
          [now, now, id],
        );
        if (!row) return null;
        const before = toEndpointRecord(row);
        check?.(before);
        await cancelFirstOfEndpoint(tx, id, now);
        return onChange(tx, { before, after: null });
      });
      publish?.();
      return publish !== null;
    },
  };
}

const nobody: EndpointChangeListener = () => Promise.resolve(() => undefined);
