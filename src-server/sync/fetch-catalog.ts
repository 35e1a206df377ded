import type { Clock } from '../base/clock';
import { ApiError, apiError } from '../base/errors';
import type { WorkingCopyStore } from '../storage/catalog/working-copy-store';
import { addUnseen, takeUnseen } from '../storage/catalog/working-copy-unseen';
import type { Transaction } from '../storage/transaction';
import { FLAG_SETS, isFlagSets } from '../working-copy/flag-sets-text';
import type { RemoteContent } from '../working-copy/remote-content';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { Sides } from '../working-copy/sides';
import type { Connections } from './connections';
import { type CopyWriter, NO_SIDES } from './copy-writer';
import type { RemoteCatalog } from './remote-catalog';
import type { RemoteTarget } from './remote-target';
import { inTaskPieces } from './task-pieces';

/** The result of a fetch. */
export interface Fetched {
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** How many there are. */
  readonly eventTypes: number;
  /** Names of what was created, changed or deleted there since somebody last looked. */
  readonly new: readonly string[];
  /** Identifies the state of the catalog that was read. Null: the instance has no such tag. */
  readonly tag: string | null;
}

export interface FetchParts {
  readonly catalog: RemoteCatalog;
  readonly copies: WorkingCopyStore;
  readonly writer: CopyWriter;
  readonly run: RunCopyTask;
  readonly clock: Clock;
  readonly connections: Pick<Connections, 'bind'>;
}

/** A concurrent write makes it compare again; what was read from the other instance is kept. */
const MAX_ATTEMPTS = 5;

/** What is fetched, and for whom. */
export interface WantedFetch {
  readonly target: RemoteTarget;
  /** False: nobody looks at the result. What changed there is new to the next one who does. */
  readonly isSeen: boolean;
}

/**
 * Reads the catalog of another instance completely. The first time, it becomes base and mine; later, only theirs is
 * updated, and nothing edited here is touched.
 * @throws ApiError remote_unreachable, and records that
 */
export async function fetchCatalog(
  parts: FetchParts,
  connectionId: string,
  { target, isSeen }: WantedFetch,
): Promise<Fetched> {
  const { catalog, connections, copies, clock } = parts;
  const { found, tag, installation } = await catalog.readAll(target).catch(async (cause: unknown) => {
    if (cause instanceof ApiError && cause.status === 502) await copies.setOffline(connectionId, true);
    throw cause;
  });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const fetchedAt = clock.now();
    const names = await noteFound(parts, connectionId, { found, fetchedAt, isSeen });
    if (names === null) continue;
    if (target.installation === null && installation !== null)
      await connections.bind(connectionId, installation);
    const eventTypes = found.size - (isFlagSets(found.get(FLAG_SETS)?.text) ? 1 : 0);
    return { fetchedAt, eventTypes, new: names, tag };
  }
  throw apiError(
    'conflict',
    'The working copy is being changed all the time, or its connection was deleted.',
  );
}

interface Finding {
  readonly found: ReadonlyMap<string, RemoteContent>;
  readonly fetchedAt: number;
  readonly isSeen: boolean;
}

/** Names that changed there. Null, with nothing written: somebody else wrote meanwhile. */
async function noteFound(
  parts: FetchParts,
  connectionId: string,
  finding: Finding,
): Promise<readonly string[] | null> {
  const { found, fetchedAt, isSeen } = finding;
  const { copies, writer, run } = parts;
  const isFirst = (await copies.get(connectionId)) === undefined;
  if (isFirst) {
    const all = [...found].map(([name, { text }]): [string, Sides] => [
      name,
      { base: text, mine: text, theirs: text },
    ]);
    const isWritten = await writer.write(connectionId, {
      sides: new Map(all),
      planned: new Map(),
      fetchedAt,
    });
    return isWritten ? [] : null;
  }
  const { known, planned } = await readKnown(parts, connectionId, found);
  const items = [...known].map(([name, sides]) => ({ ...sides, found: found.get(name) ?? null }));
  const refreshed = await inTaskPieces(
    items,
    (some) => run('refreshItems', some),
    ({ theirs, found: item }) => {
      const text = item?.text ?? null;
      return { theirs: text, isNew: theirs !== text };
    },
  );
  const changed = [...known].flatMap(([name, { base, mine, theirs }], at) => {
    const next = refreshed[at];
    if (next === undefined || next.theirs === theirs) return [];
    const text = next.theirs;
    // They come with an update of either instance, and are nobody's change.
    const isFirst = isFlagSets(text) && base === null && mine === null && theirs === null;
    if (isFirst) return [{ name, sides: { base: text, mine: text, theirs: text }, isNew: false }];
    return [{ name, sides: { base, mine, theirs: text }, isNew: next.isNew }];
  });
  const sides = new Map(changed.map((change) => [change.name, change.sides]));
  const names = changed.flatMap(({ name, isNew }) => (isNew ? [name] : [])).sort();
  if (!isSeen) {
    if (changed.length === 0) return names;
    const also = (tx: Transaction) => addUnseen(tx, connectionId, names);
    return (await writer.write(connectionId, { sides, planned, also })) ? names : null;
  }
  let unseen: readonly string[] = [];
  const also = async (tx: Transaction) => {
    unseen = await takeUnseen(tx, connectionId);
  };
  if (!(await writer.write(connectionId, { sides, planned, fetchedAt, also }))) return null;
  return [...new Set([...names, ...unseen])].sort();
}

/** Everything that is not identical, letter by letter; with the revisions of everything that exists. */
async function readKnown({ copies }: FetchParts, connectionId: string, found: Finding['found']) {
  const known = new Map<string, Sides>();
  const planned = new Map<string, number>();
  for await (const page of copies.walk(connectionId)) {
    for (const { name, revision, base, mine, theirs } of page) {
      planned.set(name, revision);
      const item = found.get(name);
      // Flag sets that are not answered this time are not gone.
      const isGone = theirs !== null && !isFlagSets(theirs);
      const isSame = item ? item.untold.length === 0 && item.text === theirs : !isGone;
      if (!isSame) known.set(name, { base, mine, theirs });
    }
  }
  for (const name of found.keys()) if (!planned.has(name)) known.set(name, NO_SIDES);
  return { known, planned };
}
