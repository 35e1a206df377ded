import { invalid } from '../../base/errors';
import { LIST_LIMIT_DEFAULT } from '../../contract/list';
import { isVisible } from '../../contract/visibility';
import {
  type EventTypeChange,
  type EventTypeDiff,
  REPLACEMENT,
  replacementChange,
} from '../../json-schema/event-type-changes';
import type { Database } from '../database';
import type { ReleasedType } from './flag-release-store';

/** One change of an event type, as somebody saw it. */
export interface SeenChange {
  readonly name: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `new`: it was not seen before; `removed`: it is no longer seen. */
  readonly kind: 'new' | 'changed' | 'removed';
  /** True: it became deprecated. */
  readonly isDeprecation: boolean;
  /** Without replacements that they do not see now. */
  readonly difference: EventTypeDiff;
  /** Of the planned release that made it visible. Null: there is none, or they do not see all that was released with it. */
  readonly note: string | null;
}

interface ChangesRequest {
  /** Only unflagged types and types with one of these flags are seen. Null: all. */
  readonly visibleFlags: readonly string[] | null;
  /** Milliseconds since 1970; null: from the first one on. */
  readonly since: number | null;
  readonly limit?: number | undefined;
  /** Of the previous page. Null: from the newest one on. */
  readonly iterator: string | null;
}

interface ChangesPage {
  readonly data: readonly SeenChange[];
  /** Null: nothing was found. It says nothing of what is not seen. */
  readonly iterator: string | null;
  readonly done: boolean;
}

export interface EventTypeChangeStore {
  /**
   * The changes that somebody with these flags saw, newest first, as far back as the history is kept. The list ends where
   * more than 20,000 changes in a row are not seen: to go on would tell of them.
   */
  list(request: ChangesRequest): Promise<ChangesPage>;
}

/** Rows looked at by one statement, and for one page. */
const EXAMINED_AT_ONCE = 500;
const EXAMINED_MAX = 20_000;

/** A state as far as its visibility goes. */
interface StateRow {
  readonly act: string | null;
  readonly archived: number | null;
  readonly flags: string | null;
}

interface ExaminedRow {
  readonly id: number;
  readonly version: number;
  readonly act: string;
  readonly archived: number;
  readonly flags: string | null;
  readonly oldAct: string | null;
  readonly oldArchived: number | null;
  readonly oldFlags: string | null;
}

interface ReplacementRow extends Pick<StateRow, 'archived' | 'flags'> {
  readonly name: string;
}

interface ReleaseRow {
  readonly id: string;
  readonly note: string;
  readonly doneAt: number;
  /** JSON text of `ReleasedType`s. */
  readonly changes: string;
}

interface ChangeRow {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly at: number;
  readonly source: string | null;
  readonly difference: string;
  /** 0 or 1. */
  readonly isOther: number;
  readonly deprecated: number;
  readonly oldDeprecated: number | null;
  readonly replacedBy: string | null;
  readonly oldReplacedBy: string | null;
}

const WITH_PREVIOUS = `
  FROM event_type_version AS now
  LEFT JOIN event_type_version AS old ON old.name = now.name AND old.version = now.version - 1`;
/** Without the large columns, since most rows may not be seen. */
const SELECT_STATES = `
  SELECT now.id, now.version, now.act, now.archived, now.feature_flags AS flags,
    old.act AS "oldAct", old.archived AS "oldArchived", old.feature_flags AS "oldFlags"
  ${WITH_PREVIOUS}
  WHERE now.id < ? ORDER BY now.id DESC LIMIT ${EXAMINED_AT_ONCE}`;
const SELECT_CHANGES = `
  SELECT now.id, now.name, now.version, now.created_at AS at, now.source, now.difference, now.deprecated,
    old.deprecated AS "oldDeprecated", now.replaced_by AS "replacedBy", old.replaced_by AS "oldReplacedBy",
    CASE WHEN old.description = now.description AND old.deprecated = now.deprecated
      AND old.group_name IS NOT DISTINCT FROM now.group_name AND old.schemas IS NOT DISTINCT FROM now.schemas
      AND old.sunset_at IS NOT DISTINCT FROM now.sunset_at
      THEN 0 ELSE 1 END AS "isOther"
  ${WITH_PREVIOUS}
  WHERE `;
const SELECT_ID = 'SELECT id FROM event_type_version WHERE name = ? AND version = ?';
/** What the ids of planned releases begin with. */
const RELEASE = 'rel_';
const ITERATOR = /^([1-9]\d{0,14})-([a-zA-Z0-9\-_.]+)$/;

export function createEventTypeChangeStore(db: Database): EventTypeChangeStore {
  const selectChanges = `${SELECT_CHANGES}${db.dialect.isAmongIntegers('now.id', '?')} ORDER BY now.id DESC`;
  const selectReplacements = `SELECT name, archived, feature_flags AS flags FROM event_type
    WHERE ${db.dialect.isAmongTexts('name', '?')}`;
  const selectReleases = `SELECT id, note, done_at AS "doneAt", changes FROM flag_release
    WHERE note IS NOT NULL AND changes IS NOT NULL AND ${db.dialect.isAmongTexts('id', '?')}`;

  /** The names among these that somebody sees now. */
  async function seenAmong(names: readonly string[], visibleFlags: readonly string[]) {
    const rows = await db.lists.all<ReplacementRow>(selectReplacements, [JSON.stringify(names)]);
    return new Set(rows.filter((row) => isSeenBy(visibleFlags, { ...row, act: '' })).map(({ name }) => name));
  }

  /** Tells the note of the release that made an event type visible; a note may speak of all that were released with it. */
  async function releaseNotes(changes: readonly ChangeRow[], visibleFlags: readonly string[] | null) {
    const ids = new Set(changes.map(({ source }) => source ?? '').filter((id) => id.startsWith(RELEASE)));
    const notes = new Map<string, ReleaseRow>();
    const rows =
      ids.size === 0 ? [] : await db.lists.all<ReleaseRow>(selectReleases, [JSON.stringify([...ids])]);
    for (const row of rows) {
      const names = (JSON.parse(row.changes) as readonly ReleasedType[]).map(({ name }) => name);
      const seen = visibleFlags && (await seenAmong(names, visibleFlags));
      if (seen === null || names.every((name) => seen.has(name))) notes.set(row.id, row);
    }
    return ({ source, at }: ChangeRow) => {
      const release = notes.get(source ?? '');
      return release?.doneAt === at ? release.note : null;
    };
  }

  /** Tells what somebody sees of a name that replaces an event type of these changes. */
  async function replacements(changes: readonly ChangeRow[], visibleFlags: readonly string[] | null) {
    const asIs = (name: string | null) => name;
    if (visibleFlags === null) return asIs;
    const names = new Set(changes.flatMap(({ replacedBy, oldReplacedBy }) => [replacedBy, oldReplacedBy]));
    names.delete(null);
    if (names.size === 0) return asIs;
    const seen = await seenAmong([...names] as readonly string[], visibleFlags);
    return (name: string | null) => (name !== null && seen.has(name) ? name : null);
  }

  /**
   * The place of a row in the history, by its name and version: its number would count what is not seen. A row that was not
   * seen has none, like one that never was.
   */
  async function positionOf(
    iterator: string | null,
    visibleFlags: readonly string[] | null,
  ): Promise<number> {
    if (iterator === null) return Number.MAX_SAFE_INTEGER;
    const [, version, name] = ITERATOR.exec(iterator) ?? [];
    if (version === undefined || name === undefined)
      throw invalid({ loc: ['query', 'iterator'], msg: 'This is not an iterator.', type: 'value_error' });
    const row = await db.get<{ id: number }>(SELECT_ID, [name, Number(version)]);
    if (!row) return 0;
    const [state] = await db.lists.all<ExaminedRow>(SELECT_STATES, [row.id + 1]);
    return state && kindOf(state, visibleFlags) !== null ? row.id : 0;
  }

  return {
    async list({ visibleFlags, since, limit = LIST_LIMIT_DEFAULT, iterator }) {
      const data: SeenChange[] = [];
      let before = await positionOf(iterator, visibleFlags);
      for (let examined = 0; examined < EXAMINED_MAX; examined += EXAMINED_AT_ONCE) {
        const rows = await db.lists.all<ExaminedRow>(SELECT_STATES, [before]);
        const seen = new Map(rows.map((row) => [row.id, kindOf(row, visibleFlags)] as const));
        const ids = rows.map(({ id }) => id).filter((id) => seen.get(id) !== null);
        const changes =
          ids.length === 0 ? [] : await db.lists.all<ChangeRow>(selectChanges, [JSON.stringify(ids)]);
        const seenReplacement = await replacements(changes, visibleFlags);
        const noteOf = await releaseNotes(changes, visibleFlags);
        for (const change of changes) {
          if (since !== null && change.at < since) return pageOf(data, true);
          const kind = seen.get(change.id) ?? 'changed';
          const replacement = replacementChange(
            seenReplacement(change.oldReplacedBy),
            seenReplacement(change.replacedBy),
          );
          if (kind === 'changed' && change.isOther === 0 && replacement === null) continue;
          if (data.length === limit) return pageOf(data, false);
          data.push({ ...toSeen(change, kind, replacement), note: kind === 'new' ? noteOf(change) : null });
        }
        before = rows.at(-1)?.id ?? 0;
        if (rows.length < EXAMINED_AT_ONCE) break;
      }
      return pageOf(data, true);
    },
  };
}

function pageOf(data: readonly SeenChange[], done: boolean): ChangesPage {
  const last = data.at(-1);
  return { data, iterator: last ? `${last.version}-${last.name}` : null, done };
}

function toSeen(
  row: ChangeRow,
  kind: SeenChange['kind'],
  replacement: EventTypeChange | null,
): Omit<SeenChange, 'note'> {
  const { name, version, at, deprecated, oldDeprecated } = row;
  const isDeprecation = deprecated === 1 && oldDeprecated === 0;
  const stored: EventTypeDiff = JSON.parse(row.difference);
  // The stored words name what they did not see.
  const seen = replacement === null ? [] : [replacement];
  const changes = stored.changes.flatMap((change) => (change.where === REPLACEMENT ? seen : [change]));
  return { name, version, at, kind, isDeprecation, difference: { ...stored, changes } };
}

/** Null: it was seen neither before nor after, or what was before is no longer known. */
function kindOf(row: ExaminedRow, visibleFlags: readonly string[] | null): SeenChange['kind'] | null {
  if (row.act === 'known' || (row.version > 1 && row.oldAct === null)) return null;
  const old = { act: row.oldAct, archived: row.oldArchived, flags: row.oldFlags };
  const [wasSeen, isSeen] = [isSeenBy(visibleFlags, old), isSeenBy(visibleFlags, row)];
  if (wasSeen) return isSeen ? 'changed' : 'removed';
  return isSeen ? 'new' : null;
}

function isSeenBy(visibleFlags: readonly string[] | null, { act, archived, flags }: StateRow): boolean {
  if (act === null || act === 'delete' || archived === 1) return false;
  return isVisible(flags === null ? null : (JSON.parse(flags) as string[]), visibleFlags);
}
