import type { ListResponse } from '../contract/list';
import { cancelFirstOfApplication } from './abandoned-deliveries';
import { noteChange } from './audit-scope';
import { columnsOf, json, type RowOf } from './columns';
import type { Database } from './database';
import { oncePerDialect } from './once-per-dialect';
import { OPERATIONAL_APP_ID } from './operational-application';
import { mapPage, type PageRequest, readPage } from './page';
import type { Transaction } from './transaction';
import { isUniqueViolation } from './write-failure';

export interface ApplicationContent {
  readonly name: string;
  readonly uid: string | null;
  /** Messages per second to each endpoint without a limit of its own. Null: no limit. */
  readonly rateLimit: number | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ApplicationRecord extends ApplicationContent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Thrown when a uid is already in use by another record of its kind. */
export class UidTaken extends Error {}

export interface ApplicationListRequest extends PageRequest {
  /** True leaves out applications without living endpoints. */
  readonly withEndpointsOnly?: boolean | undefined;
  /** True leaves out applications with a disabled endpoint. */
  readonly allEnabledOnly?: boolean | undefined;
  /** Leaves out applications with an endpoint whose address begins with one of these. */
  readonly withoutUrlPrefixes?: readonly string[] | undefined;
}

/** The living applications of customers, without the operational one. */
export interface ApplicationStore {
  list(request: ApplicationListRequest): Promise<ListResponse<ApplicationRecord>>;
  /** Finds a living one by id or uid. */
  get(idOrUid: string): Promise<ApplicationRecord | undefined>;
  /** @throws UidTaken */
  insert(id: string, content: ApplicationContent, now: number): Promise<ApplicationRecord>;
  /**
   * Reads and changes one in a single write. Undefined when there is none.
   * @throws UidTaken
   */
  update(
    id: string,
    now: number,
    change: (current: ApplicationRecord) => ApplicationContent,
  ): Promise<ApplicationRecord | undefined>;
  /**
   * Deletes it with its endpoints, portal tokens and integrations, and cancels the first of its waiting deliveries;
   * `AbandonedDeliveries` finds the rest. False when there is none.
   * @param check gets what would be deleted; what it throws stops everything
   */
  delete(id: string, now: number, check?: (current: ApplicationRecord) => void): Promise<boolean>;
}

const COLUMNS = columnsOf<ApplicationRecord>(
  {
    id: 'id',
    uid: 'uid',
    name: 'name',
    rateLimit: 'rate_limit',
    metadata: json('metadata'),
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'createdAt'],
);
type ApplicationRow = RowOf<ApplicationRecord>;
const LIVING_ENDPOINTS =
  'SELECT 1 FROM endpoint WHERE endpoint.app_id = application.id AND endpoint.deleted_at IS NULL';
const hasPrefix = oncePerDialect(
  (dialect) => `EXISTS (
  SELECT 1 FROM ${dialect.elements('?', 'prefix')}
  WHERE substr(endpoint.url, 1, length(prefix.value)) = prefix.value)`,
);
/** Condition on the table of applications. */
export const IS_LIVING_CUSTOMER = `application.deleted_at IS NULL AND application.id <> '${OPERATIONAL_APP_ID}'`;
const SELECT_BY_ID = `SELECT ${COLUMNS.select} FROM application WHERE id = ? AND ${IS_LIVING_CUSTOMER}`;
const SELECT_BY_UID = `SELECT ${COLUMNS.select} FROM application WHERE uid = ? AND ${IS_LIVING_CUSTOMER}`;
const INSERT = COLUMNS.insertInto('application');
const UPDATE = `UPDATE application SET ${COLUMNS.set} WHERE id = ?`;

export function createApplicationStore(db: Database): ApplicationStore {
  return {
    async list(request) {
      const page = await readPage<ApplicationRow>(
        db.lists,
        {
          select: `SELECT ${COLUMNS.select} FROM application WHERE ${IS_LIVING_CUSTOMER}
            ${request.withEndpointsOnly ? `AND EXISTS (${LIVING_ENDPOINTS})` : ''}
            ${request.allEnabledOnly ? `AND NOT EXISTS (${LIVING_ENDPOINTS} AND endpoint.disabled = 1)` : ''}
            ${request.withoutUrlPrefixes ? `AND NOT EXISTS (${LIVING_ENDPOINTS} AND ${hasPrefix(db.dialect)})` : ''}`,
          params: request.withoutUrlPrefixes ? [JSON.stringify(request.withoutUrlPrefixes)] : [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^app_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      return mapPage(page, COLUMNS.toRecord);
    },
    async get(idOrUid) {
      const sql = idOrUid.startsWith('app_') ? SELECT_BY_ID : SELECT_BY_UID;
      const row = await db.get<ApplicationRow>(sql, [idOrUid]);
      return row && COLUMNS.toRecord(row);
    },
    async insert(id, content, now) {
      const record = { ...content, id, createdAt: now, updatedAt: now };
      await withUid(() =>
        db.write((tx) => {
          noteChange(tx, { target: id, appId: id, before: null, after: record });
          return tx.run(INSERT, COLUMNS.values(record));
        }),
      );
      return record;
    },
    update(id, now, change) {
      return withUid(() =>
        db.write(async (tx) => {
          const row = await tx.get<ApplicationRow>(`${SELECT_BY_ID} ${tx.dialect.held}`, [id]);
          if (!row) return undefined;
          const current = COLUMNS.toRecord(row);
          const next = { ...change(current), id, createdAt: current.createdAt, updatedAt: now };
          await tx.run(UPDATE, [...COLUMNS.changes(next), id]);
          noteChange(tx, { target: id, appId: id, before: current, after: next });
          return next;
        }),
      );
    },
    delete(id, now, check) {
      return db.write(async (tx) => {
        const row = await tx.get<ApplicationRow>(
          `UPDATE application SET deleted_at = ?, updated_at = ? WHERE id = ? AND ${IS_LIVING_CUSTOMER}
           RETURNING ${COLUMNS.select}`,
          [now, now, id],
        );
        if (!row) return false;
        const before = COLUMNS.toRecord(row);
        check?.(before);
        noteChange(tx, { target: id, appId: id, before, after: null });
        await deleteEndpoints(tx, id, now);
        await tx.run('DELETE FROM token WHERE app_id = ?', [id]);
        await tx.run('DELETE FROM integration WHERE app_id = ?', [id]);
        await tx.run('DELETE FROM polling_endpoint WHERE app_id = ?', [id]);
        return true;
      });
    },
  };
}

async function deleteEndpoints(tx: Transaction, appId: string, now: number): Promise<void> {
  await cancelFirstOfApplication(tx, appId, now);
  await tx.run('UPDATE endpoint SET deleted_at = ?, updated_at = ? WHERE app_id = ? AND deleted_at IS NULL', [
    now,
    now,
    appId,
  ]);
}

/** Turns a violation of the unique index on uid into UidTaken. */
export async function withUid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new UidTaken('uid is taken', { cause });
    throw cause;
  }
}
