import { toIsoTime } from '../../base/clock';
import { slicesOf } from '../../base/slices-of';
import type { ReleaseState } from '../../contract/flag-release';
import type { ListResponse } from '../../contract/list';
import { noteChange } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import { mapPage, type PageRequest, readPage } from '../page';
import type { Transaction } from '../transaction';
import { putEventTypeTexts, readEventTypeTexts } from './event-type-batch';
import { contentOfText, differenceOf, type EventTypeContent, textOfEventType } from './event-type-text';
import { type ChangeAuthor, holdCatalog } from './event-type-version-store';

/** A time at which a feature flag leaves event types. */
export interface FlagReleaseRecord {
  readonly id: string;
  readonly flag: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly note: string | null;
  /** Null: all that have the flag then. */
  readonly eventTypes: readonly string[] | null;
  readonly state: ReleaseState;
  /** The token that planned it. Null: the one of the settings. */
  readonly tokenId: string | null;
  /** What it changed. Null: it was not done. */
  readonly changes: readonly ReleasedType[] | null;
  /** Milliseconds since 1970. Null: it was not done. */
  readonly doneAt: number | null;
  readonly createdAt: number;
}

/** The flags of an event type before and after. */
export interface ReleasedType {
  readonly name: string;
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** Undefined: there is none of that id. `null`: its state does not allow this. */
type Changed = Promise<FlagReleaseRecord | null | undefined>;

export interface FlagReleaseStore {
  insert(release: FlagReleaseRecord): Promise<void>;
  list(request: PageRequest): Promise<ListResponse<FlagReleaseRecord>>;
  get(id: string): Promise<FlagReleaseRecord | undefined>;
  /** Moves a planned one, or changes its note. */
  change(id: string, change: Partial<Pick<FlagReleaseRecord, 'at' | 'note'>>): Changed;
  /** One that is planned is cancelled; one that was cancelled stays so. */
  cancel(id: string): Changed;
  /** What is planned until then, in its order. */
  plannedUntil(at: number): Promise<FlagReleaseRecord[]>;
  /** What is planned next. Undefined: nothing is. */
  next(): Promise<Pick<FlagReleaseRecord, 'id' | 'at'> | undefined>;
  /**
   * Does a planned one, in one write and once, whoever else tries to: the flag leaves the event types that have it.
   * @param tokenId who does it; undefined: who planned it
   */
  run(id: string, now: number, tokenId?: string | null): Changed;
  /** Puts the flags of a done one back where nobody has changed them since, in one write. */
  undo(id: string, now: number, tokenId: string | null): Changed;
}

/** Event types read and written in one piece. */
const TYPES_AT_ONCE = 500;

const COLUMNS = columnsOf<FlagReleaseRecord>(
  {
    id: 'id',
    flag: 'flag',
    at: 'at',
    note: 'note',
    eventTypes: json('event_types'),
    state: 'state',
    tokenId: 'token_id',
    changes: json('changes'),
    doneAt: 'done_at',
    createdAt: 'created_at',
  },
  ['id'],
);
const INSERT = COLUMNS.insertInto('flag_release');
const UPDATE = `UPDATE flag_release SET ${COLUMNS.set} WHERE id = ?`;
const SELECT = `SELECT ${COLUMNS.select} FROM flag_release`;
const SELECT_ONE = `${SELECT} WHERE id = ?`;
const NEXT = "SELECT id, at FROM flag_release WHERE state = 'planned' ORDER BY at, id LIMIT 1";
const PLANNED_UNTIL = `${SELECT} WHERE state = 'planned' AND at <= ? ORDER BY at, id`;
const flagged = oncePerDialect(
  (dialect) => `
  SELECT name FROM event_type
  WHERE EXISTS (SELECT 1 FROM ${dialect.elements('feature_flags', 'own')} WHERE own.value = ?) ORDER BY name`,
);

/** What people say of a release, and where it stands. */
const wish = ({ flag, at, note, eventTypes, state }: FlagReleaseRecord) => ({
  ...{ flag, at: toIsoTime(at), note, eventTypes, state },
});

export function createFlagReleaseStore(db: Database): FlagReleaseStore {
  /** @param next null: its state does not allow it */
  const rewrite = (
    id: string,
    next: (current: FlagReleaseRecord, tx: Transaction) => Promise<FlagReleaseRecord | null>,
  ): Changed =>
    db.write(async (tx) => {
      const row = await tx.get<RowOf<FlagReleaseRecord>>(`${SELECT_ONE} ${tx.dialect.held}`, [id]);
      if (!row) return undefined;
      const before = COLUMNS.toRecord(row);
      const changed = await next(before, tx);
      if (changed) {
        await tx.run(UPDATE, [...COLUMNS.changes(changed), id]);
        noteChange(tx, { target: id, before: wish(before), after: wish(changed) });
      }
      return changed;
    });
  return {
    async insert(release) {
      await db.write((tx) => {
        noteChange(tx, { target: release.id, before: null, after: wish(release) });
        return tx.run(INSERT, COLUMNS.values(release));
      });
    },
    async list(request) {
      const page = await readPage<RowOf<FlagReleaseRecord>>(
        db.lists,
        {
          select: `${SELECT} WHERE TRUE`,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^rel_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['eventTypes', 'changes'],
        },
        request,
      );
      return mapPage(page, COLUMNS.toRecord);
    },
    async get(id) {
      const row = await db.get<RowOf<FlagReleaseRecord>>(SELECT_ONE, [id]);
      return row && COLUMNS.toRecord(row);
    },
    change: (id, change) =>
      rewrite(id, async (current) => (current.state === 'planned' ? { ...current, ...change } : null)),
    cancel: (id) =>
      rewrite(id, async (current) =>
        current.state === 'planned' || current.state === 'cancelled'
          ? { ...current, state: 'cancelled' }
          : null,
      ),
    async plannedUntil(at) {
      const rows = await db.all<RowOf<FlagReleaseRecord>>(PLANNED_UNTIL, [at]);
      return rows.map(COLUMNS.toRecord);
    },
    next: () => db.get(NEXT),
    run: (id, now, tokenId) =>
      rewrite(id, async (release, tx) => {
        const { flag, state } = release;
        if (state !== 'planned') return null;
        const author = { tokenId: tokenId === undefined ? release.tokenId : tokenId, source: id };
        const changes = await changeFlags(
          tx,
          { names: await flaggedNames(tx, release), now, author },
          (flags) => {
            const left = flags.filter((own) => own !== flag);
            return left.length > 0 ? left : null;
          },
        );
        return { ...release, state: 'done', doneAt: now, changes };
      }),
    undo: (id, now, tokenId) =>
      rewrite(id, async (release, tx) => {
        const { state, changes } = release;
        if (state !== 'done' || changes === null) return null;
        const known = new Map(changes.map((change) => [change.name, change]));
        await changeFlags(
          tx,
          { names: [...known.keys()], now, author: { tokenId, source: id } },
          (flags, name) => {
            const change = known.get(name);
            return change && sameFlags(change.after ?? [], flags) ? change.before : undefined;
          },
        );
        return { ...release, state: 'undone' };
      }),
  };
}

/** The event types that a release takes its flag off now. Nobody else changes the catalog before the write has ended. */
async function flaggedNames(
  tx: Transaction,
  { flag, eventTypes }: FlagReleaseRecord,
): Promise<readonly string[]> {
  await holdCatalog(tx);
  const rows = await tx.all<{ name: string }>(flagged(tx.dialect), [flag]);
  const wanted = eventTypes && new Set(eventTypes);
  return rows.flatMap(({ name }) => (wanted === null || wanted.has(name) ? name : []));
}

interface FlagWrite {
  readonly names: readonly string[];
  readonly now: number;
  readonly author: ChangeAuthor;
}

/** @param next the new flags of one of them; undefined: it stays as it is */
async function changeFlags(
  tx: Transaction,
  { names, now, author }: FlagWrite,
  next: (flags: readonly string[], name: string) => readonly string[] | null | undefined,
): Promise<ReleasedType[]> {
  await holdCatalog(tx);
  const changed: ReleasedType[] = [];
  for (const some of slicesOf(names, TYPES_AT_ONCE)) {
    const there = await readEventTypeTexts(tx, some);
    const writes = [...there.values()].flatMap((before) => {
      const content = contentOfText(before);
      const featureFlags = next(content.featureFlags ?? [], content.name);
      if (featureFlags === undefined) return [];
      const after: EventTypeContent = { ...content, featureFlags };
      changed.push({ name: content.name, before: content.featureFlags, after: featureFlags });
      return [{ before, after: textOfEventType(after), difference: differenceOf(content, after) }];
    });
    await putEventTypeTexts(tx, writes, now, author);
  }
  return changed;
}

function sameFlags(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((flag) => b.includes(flag));
}
