import { notFound } from '../base/errors';
import type { ConnectionStore } from '../storage/connection-store';
import type { ChangedName, CopyChange, CopyRow, WorkingCopyRecord } from '../storage/working-copy-store';
import type { SideConflict } from '../working-copy/sides';
import type { Connections, RemoteTarget } from './connections';
import { type CopyEditor, type CopyEditorParts, createCopyEditor } from './copy-editor';
import { notFetched } from './copy-writer';
import { type Fetched, type FetchParts, fetchCatalog } from './fetch-catalog';
import { isTooComplex } from './task-pieces';

/** How two sides differ. */
export interface Comparison {
  /** Names of what changed on one side only, and on both without a conflict. */
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  readonly both: readonly string[];
  /** Generated lazily; those of one event type are consecutive. */
  readonly conflicts: AsyncIterable<NamedConflict>;
}

export type NamedConflict = SideConflict & { readonly name: string };

/**
 * Catalogs of other instances, edited here. Only `fetch` and `compare` call another instance. Each method rejects with
 * not_found for a connection that does not exist.
 */
export interface WorkingCopies extends CopyEditor {
  /** Undefined: nothing has been fetched yet. */
  get(connectionId: string): Promise<WorkingCopyRecord | undefined>;
  /** @throws ApiError remote_unreachable */
  fetch(connectionId: string): Promise<Fetched>;
  /** Fetches first. @throws ApiError remote_unreachable */
  compare(connectionId: string): Promise<Comparison>;
  /** The contents of mine as JSON texts, by name, a few at a time. */
  walkMine(connectionId: string): AsyncGenerator<readonly string[], void>;
  /** @throws ApiError not_found, when it is not in mine */
  getMine(connectionId: string, name: string): Promise<string>;
  walkChanges(connectionId: string): AsyncGenerator<readonly CopyChange[], void>;
  /** Rows whose mine differs from base, with their texts. */
  walkChangedRows(connectionId: string): AsyncGenerator<readonly CopyRow[], void>;
  /** @throws ApiError conflict, when nothing has been fetched yet */
  setNote(connectionId: string, note: string): Promise<void>;
}

interface WorkingCopyParts extends FetchParts, CopyEditorParts {
  readonly connections: Pick<Connections, 'target'>;
  readonly connectionStore: Pick<ConnectionStore, 'get'>;
}

export function createWorkingCopies(parts: WorkingCopyParts): WorkingCopies {
  const { connections, connectionStore, copies } = parts;
  const editor = createCopyEditor(parts);

  async function fetch(connectionId: string): Promise<Fetched> {
    return fetchCatalog(parts, connectionId, await targetOf(connections, connectionId));
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
    async compare(connectionId) {
      await fetch(connectionId);
      return comparisonOf(parts, connectionId, await copies.listChanged(connectionId));
    },
    walkMine: checkedWalk(async function* (connectionId) {
      for await (const page of copies.walkMine(connectionId)) yield page.map(({ mine }) => mine);
    }),
    getMine: checked(async (connectionId, name: string) => {
      const mine = (await copies.read(connectionId, [name])).get(name)?.mine;
      if (mine === undefined || mine === null) throw notFound('Event type');
      return mine;
    }),
    walkChanges: checkedWalk(copies.walkChanges),
    walkChangedRows: checkedWalk(copies.walkChanged),
    setNote: checked(async (connectionId, note: string) => {
      if (!(await copies.setNote(connectionId, note))) throw notFetched();
    }),
    put: checked(editor.put),
    remove: checked(editor.remove),
    discard: checked(editor.discard),
    importChanges: checked(editor.importChanges),
    undo: checked(editor.undo),
    redo: checked(editor.redo),
    undoSync: editor.undoSync,
  };
}

/** @throws ApiError not_found */
export async function targetOf(
  connections: Pick<Connections, 'target'>,
  connectionId: string,
): Promise<RemoteTarget> {
  const target = await connections.target(connectionId);
  if (!target) throw notFound('Connection');
  return target;
}

function comparisonOf(
  parts: Pick<WorkingCopyParts, 'copies' | 'run'>,
  connectionId: string,
  changed: readonly ChangedName[],
): Comparison {
  const named = (fits: (one: ChangedName) => boolean) => changed.filter(fits).map(({ name }) => name);
  return {
    mine: named(({ mineChanged, theirsChanged }) => mineChanged && !theirsChanged),
    theirs: named(({ mineChanged, theirsChanged }) => theirsChanged && !mineChanged),
    both: named(({ mineChanged, theirsChanged, inConflict }) => mineChanged && theirsChanged && !inConflict),
    conflicts: conflictsOf(
      parts,
      connectionId,
      named(({ inConflict }) => inConflict),
    ),
  };
}

async function* conflictsOf(
  { copies, run }: Pick<WorkingCopyParts, 'copies' | 'run'>,
  connectionId: string,
  names: readonly string[],
): AsyncGenerator<NamedConflict, void> {
  for (const name of names) {
    const row = (await copies.read(connectionId, [name])).get(name);
    if (!row) continue;
    const { base, mine, theirs } = row;
    const sides = { base, mine, theirs };
    try {
      const { conflicts } = await run('mergeItem', { sides, resolutions: [] });
      yield* conflicts.map((conflict) => ({ ...conflict, name }));
    } catch (cause) {
      if (!isTooComplex(cause)) throw cause;
      // What cannot be merged in time is resolved as a whole.
      yield { ...sides, name, pointer: '' };
    }
  }
}
