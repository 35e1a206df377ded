import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import type { Database } from '../database';
import { NOTICES_READ_UNTIL, PUT_SETTING } from '../put-setting';
import type { Transaction } from '../transaction';
import type { ReceivedType } from './event-type-usage-store';
import { holdCatalog } from './event-type-version-store';

/** A version of an event type that others may want to know of. */
export interface NoticeableVersion extends ReceivedType {
  readonly version: number;
  readonly archived: boolean;
  /** False: whoever made it chose that nobody is told of it. */
  readonly announced: boolean;
  /** True: this version marks it as deprecated. */
  readonly isDeprecation: boolean;
  /** RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
  readonly replacedBy: string | null;
  readonly difference: EventTypeDiff;
}

/** The next versions, oldest first, of which nothing was said yet. */
export interface NoticeBatch {
  readonly from: number;
  readonly to: number;
  readonly versions: readonly NoticeableVersion[];
}

/** Up to where the history was read for notices. The first one begins with what changes from then on. */
export interface EventTypeNoticeStore {
  /** Null: everything was read. */
  next(): Promise<NoticeBatch | null>;
  /**
   * Notes that a batch was read, together with what is said of it. Undefined: somebody else has, and nothing is written.
   * @param write writes what is said, in the same write
   */
  end<T>(batch: NoticeBatch, write: (tx: Transaction) => Promise<T>): Promise<T | undefined>;
}

const BATCH = 100;
const SELECT_UNTIL = 'SELECT value FROM setting WHERE name = ?';
const NEWEST = 'SELECT coalesce(max(id), 0) AS id FROM event_type_version';
const SELECT = `
  SELECT id, name, version, archived, group_name AS "groupName", feature_flags AS "featureFlags", announced, sunset_at AS "sunsetAt", replaced_by AS "replacedBy", difference, deprecated, (
    SELECT deprecated FROM event_type_version AS before
    WHERE before.name = now.name AND before.version = now.version - 1) AS "wasDeprecated"
  FROM event_type_version AS now WHERE id > ? ORDER BY id LIMIT ${BATCH}`;

interface Row extends Pick<NoticeableVersion, 'name' | 'version' | 'groupName' | 'sunsetAt' | 'replacedBy'> {
  readonly id: number;
  readonly featureFlags: string | null;
  readonly archived: number;
  readonly announced: number;
  readonly difference: string;
  readonly deprecated: number;
  /** Null: there is no version before. */
  readonly wasDeprecated: number | null;
}

export function createEventTypeNoticeStore(db: Database): EventTypeNoticeStore {
  const readUntil = async (tx: Pick<Transaction, 'get'>): Promise<number | undefined> => {
    const row = await tx.get<{ value: string }>(SELECT_UNTIL, [NOTICES_READ_UNTIL]);
    return row && Number(row.value);
  };
  return {
    next: () =>
      db.write(async (tx) => {
        // Ids rise in the order of the writes, but writes may end in another: none may be on its way.
        await holdCatalog(tx);
        const from = await readUntil(tx);
        if (from === undefined) {
          const newest = await tx.get<{ id: number }>(NEWEST);
          await tx.run(PUT_SETTING, [NOTICES_READ_UNTIL, String(newest?.id ?? 0)]);
          return null;
        }
        const rows = await tx.all<Row>(SELECT, [from]);
        const last = rows.at(-1);
        return last ? { from, to: last.id, versions: rows.map(toVersion) } : null;
      }),
    end: ({ from, to }, write) =>
      db.write(async (tx) => {
        await holdCatalog(tx);
        if ((await readUntil(tx)) !== from) return undefined;
        await tx.run(PUT_SETTING, [NOTICES_READ_UNTIL, String(to)]);
        return write(tx);
      }),
  };
}

function toVersion({ id: _, wasDeprecated, deprecated, featureFlags, ...row }: Row): NoticeableVersion {
  return {
    ...row,
    featureFlags: featureFlags === null ? null : JSON.parse(featureFlags),
    archived: row.archived === 1,
    announced: row.announced === 1,
    isDeprecation: deprecated === 1 && wasDeprecated === 0,
    difference: JSON.parse(row.difference),
  };
}
