import type { ConnectionMode } from '../../contract/connection';
import type { FlagColor } from '../../contract/flag-set';
import { noteChange } from '../audit-scope';
import { countAlone } from '../count-alone';
import type { Database } from '../database';
import { holdInstallation } from '../hold-installation';
import { PUT_SETTING } from '../put-setting';
import type { Transaction } from '../transaction';

/** How the pages display and edit another instance. */
interface ConnectionMark {
  /** Null: the pages choose one. */
  readonly colour: FlagColor | null;
  readonly isProtected: boolean;
  /** Null: depends on whether it is protected. */
  readonly mode: ConnectionMode | null;
  /** Which installation answers there. Null: not known. */
  readonly installation: string | null;
}

/** Another instance, as stored. */
export interface ConnectionRecord extends ConnectionMark {
  readonly id: string;
  readonly name: string;
  /** Its URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Its admin token, encrypted; the key is not in this database. */
  readonly encryptedToken: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface ConnectionStore {
  /** All of them, oldest first. */
  listAll(): Promise<ConnectionRecord[]>;
  get(id: string): Promise<ConnectionRecord | undefined>;
  /** False if there are as many as may be. @param most how many that is, this one included */
  insert(record: ConnectionRecord, most: number): Promise<boolean>;
  /** Reads and changes its name, mark and token in a single write. Undefined when there is none. */
  update(
    id: string,
    change: (current: ConnectionRecord) => ConnectionRecord,
  ): Promise<ConnectionRecord | undefined>;
  /** Notes which installation answers there, if that is not known. */
  setInstallation(id: string, installation: string): Promise<void>;
  /** False when there is none. */
  delete(id: string): Promise<boolean>;
}

/** A mark is a setting of this instance, stored in the settings table under a name that no API setting has. */
const MARK_PREFIX = 'connection.';

const SELECT = `
  SELECT id, connection.name, base_url AS "baseUrl", encrypted_token AS "encryptedToken", created_at AS "createdAt",
    setting.value AS mark
  FROM connection LEFT JOIN setting ON setting.name = '${MARK_PREFIX}' || id`;

type Row = Omit<ConnectionRecord, keyof ConnectionMark> & { readonly mark: string | null };

const NO_MARK: ConnectionMark = { colour: null, isProtected: false, mode: null, installation: null };

function toRecord({ mark, ...row }: Row): ConnectionRecord {
  return { ...row, ...NO_MARK, ...(mark === null ? {} : (JSON.parse(mark) as ConnectionMark)) };
}

async function saveMark(
  tx: Transaction,
  { id, colour, isProtected, mode, installation }: ConnectionRecord,
): Promise<void> {
  await tx.run(PUT_SETTING, [MARK_PREFIX + id, JSON.stringify({ colour, isProtected, mode, installation })]);
}

export function createConnectionStore(db: Database): ConnectionStore {
  return {
    listAll: async () => (await db.all<Row>(`${SELECT} ORDER BY id`)).map(toRecord),
    async get(id) {
      const row = await db.get<Row>(`${SELECT} WHERE id = ?`, [id]);
      return row && toRecord(row);
    },
    insert(record, most) {
      return db.write(async (tx) => {
        if ((await countAlone(tx, 'SELECT count(*) AS count FROM connection', [])) >= most) return false;
        await tx.run(
          'INSERT INTO connection (id, name, base_url, encrypted_token, created_at) VALUES (?, ?, ?, ?, ?)',
          [record.id, record.name, record.baseUrl, record.encryptedToken, record.createdAt],
        );
        await saveMark(tx, record);
        noteChange(tx, { target: record.id, before: null, after: record });
        return true;
      });
    },
    update(id, change) {
      return db.write(async (tx) => {
        await holdInstallation(tx);
        const row = await tx.get<Row>(`${SELECT} WHERE id = ?`, [id]);
        if (!row) return undefined;
        const before = toRecord(row);
        const next = change(before);
        noteChange(tx, { target: id, before, after: next });
        await tx.run('UPDATE connection SET name = ?, encrypted_token = ? WHERE id = ?', [
          next.name,
          next.encryptedToken,
          id,
        ]);
        await saveMark(tx, next);
        return next;
      });
    },
    async setInstallation(id, installation) {
      await db.write(async (tx) => {
        const row = await tx.get<Row>(`${SELECT} WHERE id = ?`, [id]);
        const record = row && toRecord(row);
        if (record?.installation === null) await saveMark(tx, { ...record, installation });
      });
    },
    async delete(id) {
      return db.write(async (tx) => {
        await tx.run('DELETE FROM setting WHERE name = ?', [MARK_PREFIX + id]);
        return (await tx.run('DELETE FROM connection WHERE id = ?', [id])).changes > 0;
      });
    },
  };
}
