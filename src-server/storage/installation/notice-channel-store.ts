import type { ChannelKind, NoticeKind } from '../../contract/notice-channel';
import { noteChange } from '../audit-scope';
import { columnsOf, flag, json, type RowOf } from '../columns';
import { countAlone } from '../count-alone';
import type { Database } from '../database';
import { holdInstallation } from '../hold-installation';
import type { Transaction } from '../transaction';

/** The server that takes the mail of a channel, without its password. */
export interface StoredSmtp {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Null: it does not log in. */
  readonly user: string | null;
  readonly hasPassword: boolean;
}

/** How a channel reaches people, as far as that is no secret. What its kind has nothing of is null. */
export interface ChannelWay {
  readonly origin: string | null;
  readonly to: readonly string[] | null;
  /** Null: it follows from the others. */
  readonly from: string | null;
  readonly smtp: StoredSmtp | null;
}

/** What can be set of a channel. */
export interface NoticeChannelContent {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly way: ChannelWay;
  /** Its address, signing secret or password, encrypted; the key is not in this database. Null: it has none. */
  readonly sealed: string | null;
  readonly notices: readonly NoticeKind[];
  /** Ids. Null: all of them. */
  readonly applications: readonly string[] | null;
  readonly pagesUrl: string;
  /** Null: customers get nothing. */
  readonly customerLink: string | null;
  readonly disabled: boolean;
}

/** A channel of notices. Times are milliseconds since 1970. */
export interface NoticeChannelRecord extends NoticeChannelContent {
  readonly id: string;
  readonly createdAt: number;
  /** When it told each kind last; for a customer, kind and a hash of the address. */
  readonly lastToldAt: Readonly<Record<string, number>>;
  /** The first failure since the last success. Null: it does not fail. */
  readonly failingSince: number | null;
  /** The newest failure, a sentence. Null: it does not fail. */
  readonly error: string | null;
  /** Whether notices were dropped because it failed for too long. */
  readonly gaveUp: boolean;
}

export interface NoticeChannelStore {
  /** All of them, oldest first. */
  listAll(): Promise<NoticeChannelRecord[]>;
  get(id: string): Promise<NoticeChannelRecord | undefined>;
  /** False if there are as many as may be. @param most how many that is, this one included */
  insert(record: NoticeChannelRecord, most: number): Promise<boolean>;
  /** Reads and changes what can be set of one, in one write. Undefined when there is none. */
  update(
    id: string,
    change: (current: NoticeChannelRecord) => NoticeChannelContent,
  ): Promise<NoticeChannelRecord | undefined>;
  /** Deletes it with what waits to be told by it. False when there is none. */
  delete(id: string): Promise<boolean>;
  /** Notes that it works, whether a notice or a test has shown that. */
  works(id: string): Promise<void>;
}

const COLUMNS = columnsOf<NoticeChannelRecord>(
  {
    id: 'id',
    name: 'name',
    kind: 'kind',
    way: json('way'),
    sealed: 'sealed',
    notices: json('notices'),
    applications: json('applications'),
    pagesUrl: 'pages_url',
    customerLink: 'customer_link',
    disabled: flag('disabled'),
    lastToldAt: json('told'),
    failingSince: 'failing_since',
    error: 'error',
    gaveUp: flag('gave_up'),
    createdAt: 'created_at',
  },
  ['id', 'kind', 'createdAt', 'lastToldAt', 'failingSince', 'error', 'gaveUp'],
);
/** What an insert begins with. */
export const UNTOLD = { lastToldAt: {}, failingSince: null, error: null, gaveUp: false } as const;
type ChannelRow = RowOf<NoticeChannelRecord>;
const SELECT = `SELECT ${COLUMNS.select} FROM notice_channel`;
const INSERT = COLUMNS.insertInto('notice_channel');
const UPDATE = `UPDATE notice_channel SET ${COLUMNS.set} WHERE id = ?`;
const DELETE_WAITING = 'DELETE FROM notice WHERE channel_id = ?';
const DELETE_CUSTOMERS = "DELETE FROM notice WHERE channel_id = ? AND recipient <> ''";
const WORKS =
  'UPDATE notice_channel SET failing_since = NULL, error = NULL, gave_up = 0 WHERE id = ? AND failing_since IS NOT NULL';

export function createNoticeChannelStore(db: Database): NoticeChannelStore {
  return {
    listAll: async () => (await db.all<ChannelRow>(`${SELECT} ORDER BY id`)).map(COLUMNS.toRecord),
    async get(id) {
      const row = await db.get<ChannelRow>(`${SELECT} WHERE id = ?`, [id]);
      return row && COLUMNS.toRecord(row);
    },
    insert: (record, most) =>
      db.write(async (tx) => {
        if ((await countAlone(tx, 'SELECT count(*) AS count FROM notice_channel', [])) >= most) return false;
        await tx.run(INSERT, COLUMNS.values(record));
        noteChange(tx, { target: record.id, before: null, after: noted(record) });
        return true;
      }),
    update: (id, change) =>
      db.write(async (tx) => {
        await holdInstallation(tx);
        const row = await tx.get<ChannelRow>(`${SELECT} WHERE id = ?`, [id]);
        if (!row) return undefined;
        const current = COLUMNS.toRecord(row);
        const next = { ...current, ...change(current) };
        await tx.run(UPDATE, [...COLUMNS.changes(next), id]);
        noteChange(tx, { target: id, before: noted(current), after: noted(next) });
        // What it did not tell is no news when it is switched on again.
        if (next.disabled) await tx.run(DELETE_WAITING, [id]);
        // Without the page for customers, there is nothing to tell them.
        else if (next.customerLink === null) await tx.run(DELETE_CUSTOMERS, [id]);
        return next;
      }),
    delete: (id) =>
      db.write(async (tx) => {
        const row = await tx.get<ChannelRow>(`${SELECT} WHERE id = ?`, [id]);
        if (!row) return false;
        await tx.run(DELETE_WAITING, [id]);
        await tx.run('DELETE FROM notice_channel WHERE id = ?', [id]);
        noteChange(tx, { target: id, before: noted(COLUMNS.toRecord(row)), after: null });
        return true;
      }),
    async works(id) {
      await db.write((tx) => tx.run(WORKS, [id]));
    },
  };
}

/** What the audit keeps of one. */
function noted({ name, kind, way, sealed, ...rest }: NoticeChannelContent) {
  const { notices, applications, pagesUrl, customerLink, disabled } = rest;
  return { name, kind, ...way, secret: sealed, notices, applications, pagesUrl, customerLink, disabled };
}

/** A channel that is not disabled, as far as it decides what is told. */
export type TellingChannel = Pick<NoticeChannelRecord, 'id' | 'notices' | 'applications' | 'customerLink'>;

const TELLING = columnsOf<TellingChannel>({
  id: 'id',
  notices: json('notices'),
  applications: json('applications'),
  customerLink: 'customer_link',
});

/** Within a write: the channels that may tell something, and the application that it would be about. */
export async function listTellingChannels(tx: Transaction, appId: string) {
  const rows = await tx.all<RowOf<TellingChannel>>(
    `SELECT ${TELLING.select} FROM notice_channel WHERE disabled = 0 ORDER BY id`,
  );
  const application =
    rows.length === 0
      ? undefined
      : await tx.get<{ name: string; uid: string | null; metadata: string }>(
          'SELECT name, uid, metadata FROM application WHERE id = ?',
          [appId],
        );
  return {
    channels: rows.map(TELLING.toRecord),
    application: application && {
      ...application,
      metadata: JSON.parse(application.metadata) as Readonly<Record<string, string>>,
    },
  };
}
