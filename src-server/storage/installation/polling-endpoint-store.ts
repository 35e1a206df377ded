import type { ListResponse } from '../../contract/list';
import type { FilterContent } from '../../message-filter/filter-node';
import { withUid } from '../application-store';
import { noteChange } from '../audit-scope';
import { columnsOf, flag, json, listOrNone, type RowOf } from '../columns';
import { countAlone } from '../count-alone';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import { insertPollingToken, type NewPollingToken } from './polling-token-store';

/** What its owner decides about a polling endpoint. */
export interface PollingEndpointContent {
  readonly uid: string | null;
  readonly description: string;
  /** Null: every event type. */
  readonly filterTypes: readonly string[] | null;
  /** Null: messages on any channel or none. */
  readonly channels: readonly string[] | null;
  /** Null: whatever is in them. */
  readonly filter: FilterContent | null;
  readonly disabled: boolean;
}

/** An endpoint that fetches its messages. Times are milliseconds since 1970. */
export interface PollingEndpointRecord extends PollingEndpointContent {
  readonly id: string;
  readonly appId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An application has as many as it may have. */
export class TooManyPollingEndpoints extends Error {}

export interface PollingEndpointStore {
  list(appId: string, request: PageRequest): Promise<ListResponse<PollingEndpointRecord>>;
  /** Finds one of this application by id or uid. */
  get(appId: string, idOrUid: string): Promise<PollingEndpointRecord | undefined>;
  /**
   * @param token its first one
   * @param most how many the application may have, including this one
   * @throws UidTaken
   * @throws TooManyPollingEndpoints
   */
  insert(record: PollingEndpointRecord, token: NewPollingToken, most: number): Promise<void>;
  /**
   * Reads and changes one in a single write. Undefined when there is none.
   * @throws UidTaken
   */
  update(
    id: string,
    now: number,
    change: (current: PollingEndpointRecord) => PollingEndpointContent,
  ): Promise<PollingEndpointRecord | undefined>;
  /** Deletes it with its tokens and its consumers; false when there was none. */
  delete(id: string): Promise<boolean>;
}

type PollingEndpointRow = RowOf<PollingEndpointRecord>;

const COLUMNS = columnsOf<PollingEndpointRecord>(
  {
    id: 'id',
    appId: 'app_id',
    uid: 'uid',
    description: 'description',
    filterTypes: listOrNone('filter_types'),
    channels: listOrNone('channels'),
    filter: json('filter'),
    disabled: flag('disabled'),
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  ['id', 'appId', 'createdAt'],
);
const SELECT = `SELECT ${COLUMNS.select} FROM polling_endpoint`;
const INSERT = COLUMNS.insertInto('polling_endpoint');
const UPDATE = `UPDATE polling_endpoint SET ${COLUMNS.set} WHERE id = ?`;
const COUNT = 'SELECT count(*) AS count FROM polling_endpoint WHERE app_id = ?';

export function createPollingEndpointStore(db: Database): PollingEndpointStore {
  return {
    async list(appId, request) {
      const page = await readPage<PollingEndpointRow>(
        db.lists,
        {
          select: `${SELECT} WHERE app_id = ?`,
          params: [appId],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^poll_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['description', 'filterTypes', 'filter'],
        },
        request,
      );
      return mapPage(page, COLUMNS.toRecord);
    },
    async get(appId, idOrUid) {
      const column = idOrUid.startsWith('poll_') ? 'id' : 'uid';
      const row = await db.get<PollingEndpointRow>(`${SELECT} WHERE app_id = ? AND ${column} = ?`, [
        appId,
        idOrUid,
      ]);
      return row && COLUMNS.toRecord(row);
    },
    async insert(record, token, most) {
      await withUid(() =>
        db.write(async (tx) => {
          if ((await countAlone(tx, COUNT, [record.appId])) >= most) throw new TooManyPollingEndpoints();
          await tx.run(INSERT, COLUMNS.values(record));
          noteChange(tx, { target: record.id, before: null, after: record });
          await insertPollingToken(tx, record.id, token);
        }),
      );
    },
    update(id, now, change) {
      return withUid(() =>
        db.write(async (tx) => {
          const row = await tx.get<PollingEndpointRow>(`${SELECT} WHERE id = ? ${tx.dialect.held}`, [id]);
          if (!row) return undefined;
          const current = COLUMNS.toRecord(row);
          const next = { ...current, ...change(current), updatedAt: now };
          await tx.run(UPDATE, [...COLUMNS.changes(next), id]);
          noteChange(tx, { target: id, before: current, after: next });
          return next;
        }),
      );
    },
    delete: (id) =>
      db.write(async (tx) => {
        const row = await tx.get<PollingEndpointRow>(`${SELECT} WHERE id = ?`, [id]);
        if (!row) return false;
        await tx.run('DELETE FROM polling_endpoint WHERE id = ?', [id]);
        noteChange(tx, { target: id, before: COLUMNS.toRecord(row), after: null });
        return true;
      }),
  };
}
