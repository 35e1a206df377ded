import { notFound } from '../base/errors';
import { type JsonPieces, toJsonPieces } from '../base/json-pieces';
import { slicesOf } from '../base/slices-of';
import type { EventTypeBulkResult } from '../contract/event-type-bulk';
import type { BulkWish } from '../storage/catalog/event-type-bulk-store';
import type { EditTime } from '../storage/catalog/working-copy-journal';
import type {
  ChangedName,
  CopyChange,
  CopyRow,
  WorkingCopyRecord,
} from '../storage/catalog/working-copy-store';
import type { ConnectionStore } from '../storage/installation/connection-store';
import type { CopySnapshotRow } from '../working-copy/copy-snapshot-row';
import type { ComparedItem } from '../working-copy/copy-tasks';
import type { EditAuthor } from '../working-copy/edit-author';
import { FLAG_SETS, isFlagSets } from '../working-copy/flag-sets-text';
import type { SideConflict, Sides, SidesStatus } from '../working-copy/sides';
import { type BackgroundCheckParts, createBackgroundCheck } from './background-check';
import { bulkEditCopy } from './copy-bulk';
import { type CopyEditor, type CopyEditorParts, createCopyEditor } from './copy-editor';
import { notFetched, statusByText } from './copy-writer';
import { type Fetched, fetchCatalog } from './fetch-catalog';
import { inTaskPieces } from './task-pieces';
import { targetOf } from './working-copy-target';

/** How two sides differ. */
export interface Comparison {
  /** Names of what changed on one side only, and on both without a conflict. */
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  readonly both: readonly string[];
  /** Changed on both sides to the same. */
  readonly agreed: readonly string[];
  /** Generated lazily; those of one event type are consecutive. */
  readonly conflicts: AsyncIterable<NamedConflict>;
}

export interface NamedConflict extends SideConflict {
  readonly name: string;
  /** Something else of the event type is written there too. */
  readonly writesMore: boolean;
}

/** The sides of one event type, and how they differ. */
export type ComparedSides = Sides & Omit<SidesStatus, 'fields'>;

/**
 * Catalogs of other instances, edited here. Only `fetch`, `check` and `compare` call another instance. Each method rejects with
 * not_found for a connection that does not exist.
 */
export interface WorkingCopies extends CopyEditor {
  /** Undefined: nothing has been fetched yet. */
  get(connectionId: string): Promise<WorkingCopyRecord | undefined>;
  /** @throws ApiError remote_unreachable */
  fetch(connectionId: string): Promise<Fetched>;
  /** Looks whether the other instance has changed, without anybody having seen it; see `background-check`. */
  check(connectionId: string): Promise<void>;
  /** Fetches first. @throws ApiError remote_unreachable */
  compare(connectionId: string): Promise<Comparison>;
  /** The contents of mine as JSON texts, by name, a few at a time. */
  walkMine(connectionId: string): AsyncGenerator<readonly string[], void>;
  /** All of mine without schemas, by name, as the JSON text of a list. */
  summariesAsJson(connectionId: string): Promise<string>;
  /** @throws ApiError not_found, when it is not in mine */
  getMine(connectionId: string, name: string): Promise<string>;
  /** The flag sets of mine as JSON text. @throws ApiError not_found, when the instance has none */
  getFlagSets(connectionId: string): Promise<string>;
  /** @throws ApiError not_found, when none of the sides has it */
  getSides(connectionId: string, name: string): Promise<ComparedSides>;
  /** When event types were last edited, by name, as far as the journal reaches. */
  walkEditTimes(connectionId: string): AsyncGenerator<readonly EditTime[], void>;
  /**
   * All of mine, for an import to be compared with: rows like CopySnapshotRow.
   * @throws ApiError conflict, when nothing has been fetched yet
   */
  snapshot(connectionId: string): Promise<JsonPieces>;
  walkChanges(connectionId: string): AsyncGenerator<readonly CopyChange[], void>;
  /** Rows whose mine differs from base, with their texts. */
  walkChangedRows(connectionId: string): AsyncGenerator<readonly CopyRow[], void>;
  /** Changes many event types of mine in one step, and says what became of each, in order. */
  bulk(
    connectionId: string,
    wishes: readonly BulkWish[],
    author: EditAuthor,
  ): Promise<readonly EventTypeBulkResult[]>;
  /** @throws ApiError conflict, when nothing has been fetched yet */
  setNote(connectionId: string, note: string): Promise<void>;
}

interface WorkingCopyParts extends BackgroundCheckParts, CopyEditorParts {
  readonly connectionStore: Pick<ConnectionStore, 'get'>;
}

export function createWorkingCopies(parts: WorkingCopyParts): WorkingCopies {
  const { connections, connectionStore, copies, run } = parts;
  const editor = createCopyEditor(parts);
  const background = createBackgroundCheck(parts);

  async function fetch(connectionId: string): Promise<Fetched> {
    const target = await targetOf(connections, connectionId);
    // What a check read earlier must not be written over what is read now.
    await background.settled(connectionId);
    const fetched = await fetchCatalog(parts, connectionId, { target, isSeen: true });
    background.noteRead(connectionId, fetched.tag);
    return fetched;
  }

  /** @throws ApiError not_found */
  async function mustExist(connectionId: string): Promise<void> {
    if (!(await connectionStore.get(connectionId))) throw notFound('Connection');
  }

  const checked =
    <Rest extends readonly unknown[], Out>(work: (connectionId: string, ...rest: Rest) => Promise<Out>) =>
    async (connectionId: string, ...rest: Rest): Promise<Out> => {
      await mustExist(connectionId);
      return work(connectionId, ...rest);
    };
  const checkedWalk = <Out>(walk: (connectionId: string) => AsyncGenerator<Out, void>) =>
    async function* (connectionId: string): AsyncGenerator<Out, void> {
      await mustExist(connectionId);
      yield* walk(connectionId);
    };

  return {
    get: checked(copies.get),
    fetch,
    check: checked(background.check),
    async compare(connectionId) {
      await fetch(connectionId);
      return comparisonOf(parts, connectionId, await copies.listChanged(connectionId));
    },
    walkMine: checkedWalk(async function* (connectionId) {
      for await (const page of copies.walkMine(connectionId)) yield page.map(({ mine }) => mine);
    }),
    summariesAsJson: checked(copies.summariesAsJson),
    getMine: checked(async (connectionId, name: string) => {
      const mine = (await copies.read(connectionId, [name])).get(name)?.mine;
      if (mine === undefined || mine === null || isFlagSets(mine)) throw notFound('Event type');
      return mine;
    }),
    getFlagSets: checked(async (connectionId) => {
      const mine = (await copies.read(connectionId, [FLAG_SETS])).get(FLAG_SETS)?.mine;
      if (!isFlagSets(mine)) throw notFound('Flag sets');
      return mine;
    }),
    getSides: checked(async (connectionId, name: string) => {
      const row = (await copies.read(connectionId, [name])).get(name);
      if (!row || isFlagSets(row.mine)) throw notFound('Event type');
      const { base, mine, theirs } = row;
      const sides = { base, mine, theirs };
      const [status = statusByText(sides)] = await inTaskPieces(
        [sides],
        (some) => run('statusOfItems', some),
        statusByText,
      );
      return { ...sides, ...status };
    }),
    snapshot: checked(async (connectionId) => {
      if (!(await copies.get(connectionId))) throw notFetched();
      const pieces: Uint8Array[] = [];
      for await (const page of copies.walk(connectionId)) pieces.push(...toJsonPieces(snapshotRows(page)));
      return pieces;
    }),
    walkChanges: checkedWalk(copies.walkChanges),
    walkEditTimes: checkedWalk(parts.journal.walkTimes),
    walkChangedRows: checkedWalk(copies.walkChanged),
    setNote: checked(async (connectionId, note: string) => {
      if (!(await copies.setNote(connectionId, note))) throw notFetched();
    }),
    bulk: checked(async (connectionId, wishes: readonly BulkWish[], author: EditAuthor) => {
      if (!(await copies.get(connectionId))) throw notFetched();
      return bulkEditCopy(parts, connectionId, { wishes, author });
    }),
    edit: checked(editor.edit),
    discard: checked(editor.discard),
    importChanges: checked(editor.importChanges),
    nextStep: checked(editor.nextStep),
    step: checked(editor.step),
    undoSync: editor.undoSync,
  };
}

function snapshotRows(rows: readonly CopyRow[]): readonly CopySnapshotRow[] {
  return rows.flatMap(({ name, base, mine }) =>
    mine === null || isFlagSets(mine) ? [] : [{ name, mine, base: base === mine ? null : base }],
  );
}

type CompareParts = Pick<WorkingCopyParts, 'copies' | 'run'>;

async function comparisonOf(
  parts: CompareParts,
  connectionId: string,
  changed: readonly ChangedName[],
): Promise<Comparison> {
  const named = (fits: (item: ChangedName) => boolean) => changed.filter(fits).map(({ name }) => name);
  const [both, agreed]: [string[], string[]] = [[], []];
  const inConflict = new Set(named((item) => item.inConflict));
  for (const some of slicesOf(
    named(({ mineChanged, theirsChanged, name }) => mineChanged && theirsChanged && !inConflict.has(name)),
    MERGED_AT_ONCE,
  )) {
    for (const { name, conflicts, isWritten } of await compareNamed(parts, connectionId, some)) {
      // Noted by a version that merged it.
      if (conflicts.length > 0) inConflict.add(name);
      else (isWritten ? both : agreed).push(name);
    }
  }
  return {
    mine: named(({ mineChanged, theirsChanged }) => mineChanged && !theirsChanged),
    theirs: named(({ mineChanged, theirsChanged }) => theirsChanged && !mineChanged),
    both,
    agreed,
    conflicts: conflictsOf(
      parts,
      connectionId,
      named(({ name }) => inConflict.has(name)),
    ),
  };
}

const MERGED_AT_ONCE = 100;

async function compareNamed(parts: CompareParts, connectionId: string, names: readonly string[]) {
  const rows = [...(await parts.copies.read(connectionId, names)).values()];
  const compared = await inTaskPieces(
    rows.map(({ base, mine, theirs }): Sides => ({ base, mine, theirs })),
    (some) => parts.run('compareItems', some),
    // What cannot be merged in time is resolved as a whole.
    (sides): ComparedItem => ({ conflicts: [{ ...sides, pointer: '' }], isWritten: false }),
  );
  return rows.flatMap(({ name }, at) => {
    const item = compared[at];
    return item ? [{ ...item, name }] : [];
  });
}

async function* conflictsOf(
  parts: CompareParts,
  connectionId: string,
  names: readonly string[],
): AsyncGenerator<NamedConflict, void> {
  for (const name of names)
    for (const { conflicts, isWritten } of await compareNamed(parts, connectionId, [name]))
      yield* conflicts.map((conflict) => ({ ...conflict, name, writesMore: isWritten }));
}
