import type { ListResponse } from '../../contract/list';
import { noteChange } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import { TOKEN_COLUMNS, type TokenRecord } from './token-store';

/** A holder of a key to one application. */
export interface IntegrationRecord {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  /** Flags that its key may see. */
  readonly featureFlags: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A key as stored: its hash, for access, and the encrypted key, to show it again. */
export interface KeptKey {
  readonly hash: string;
  readonly encrypted: string;
}

/** Integrations and their keys, which are rows of the token table. Each change is one write. */
export interface IntegrationStore {
  list(appId: string, request: PageRequest): Promise<ListResponse<IntegrationRecord>>;
  get(appId: string, id: string): Promise<IntegrationRecord | undefined>;
  /** @param tokenId the id of its key as a token */
  insert(record: IntegrationRecord, tokenId: string, key: KeptKey): Promise<void>;
  /** Renames it and changes what its key may see, at once; undefined when there is none. */
  update(
    appId: string,
    id: string,
    content: Pick<IntegrationRecord, 'name' | 'featureFlags'>,
    now: number,
  ): Promise<IntegrationRecord | undefined>;
  /** The encrypted key; undefined when there is none. */
  readKey(appId: string, id: string): Promise<string | undefined>;
  /** Replaces its key; false when there is no integration. */
  replaceKey(appId: string, id: string, key: KeptKey, now: number): Promise<boolean>;
  /** Removes it and its key; false when there was none. */
  delete(appId: string, id: string): Promise<boolean>;
}

type IntegrationRow = RowOf<IntegrationRecord>;

const COLUMNS = columnsOf<IntegrationRecord>({
  id: 'id',
  appId: 'app_id',
  name: 'name',
  featureFlags: json('feature_flags'),
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});
const SELECT_ONE = `SELECT ${COLUMNS.select} FROM integration WHERE app_id = ? AND id = ?`;
const INSERT = COLUMNS.insertInto('integration', 'encrypted_key');
const INSERT_TOKEN = TOKEN_COLUMNS.insertInto('token', 'hash', 'integration_id');
const UPDATE = `UPDATE integration SET name = ?, feature_flags = ?, updated_at = ?
  WHERE app_id = ? AND id = ? RETURNING ${COLUMNS.select}`;

export function createIntegrationStore(db: Database): IntegrationStore {
  return {
    async list(appId, request) {
      const page = await readPage<IntegrationRow>(
        db.lists,
        {
          select: `SELECT ${COLUMNS.select} FROM integration WHERE app_id = ?`,
          params: [appId],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^integ_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
        },
        request,
      );
      return mapPage(page, COLUMNS.toRecord);
    },
    async get(appId, id) {
      const row = await db.get<IntegrationRow>(SELECT_ONE, [appId, id]);
      return row && COLUMNS.toRecord(row);
    },
    async insert(record, tokenId, key) {
      const token = TOKEN_COLUMNS.values(tokenOf(record, tokenId));
      await db.write(async (tx) => {
        await tx.run(INSERT, [...COLUMNS.values(record), key.encrypted]);
        noteChange(tx, { target: record.id, before: null, after: record });
        await tx.run(INSERT_TOKEN, [...token, key.hash, record.id]);
      });
    },
    update(appId, id, { name, featureFlags }, now) {
      return db.write(async (tx) => {
        const flags = JSON.stringify(featureFlags);
        const row = await tx.get<IntegrationRow>(UPDATE, [name, flags, now, appId, id]);
        if (!row) return undefined;
        await tx.run('UPDATE token SET name = ?, feature_flags = ? WHERE integration_id = ?', [
          name,
          flags,
          id,
        ]);
        return COLUMNS.toRecord(row);
      });
    },
    async readKey(appId, id) {
      const sql = 'SELECT encrypted_key AS key FROM integration WHERE app_id = ? AND id = ?';
      return (await db.get<{ key: string }>(sql, [appId, id]))?.key;
    },
    replaceKey(appId, id, key, now) {
      return db.write(async (tx) => {
        const { changes } = await tx.run(
          'UPDATE integration SET encrypted_key = ?, updated_at = ? WHERE app_id = ? AND id = ?',
          [key.encrypted, now, appId, id],
        );
        if (changes === 0) return false;
        await tx.run('UPDATE token SET hash = ? WHERE integration_id = ?', [key.hash, id]);
        return true;
      });
    },
    delete(appId, id) {
      return db.write(async (tx) => {
        await tx.run('DELETE FROM token WHERE app_id = ? AND integration_id = ?', [appId, id]);
        const { changes } = await tx.run('DELETE FROM integration WHERE app_id = ? AND id = ?', [appId, id]);
        return changes > 0;
      });
    },
  };
}

/** What the key may do: everything a customer can, seen through the flags, until it is removed. */
function tokenOf(record: IntegrationRecord, id: string): TokenRecord {
  return {
    id,
    kind: 'portal',
    limitedKind: null,
    name: record.name,
    appId: record.appId,
    featureFlags: record.featureFlags,
    capabilities: null,
    sessionId: null,
    expiresAt: null,
    createdAt: record.createdAt,
    lastUsedAt: null,
  };
}
