import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { CopyEdit } from '../storage/catalog/working-copy-journal';
import type { CopyRow, CopyWrite, WorkingCopyStore } from '../storage/catalog/working-copy-store';
import type { Transaction } from '../storage/transaction';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { Sides, SidesStatus } from '../working-copy/sides';
import { inTaskPieces } from './task-pieces';

/** The new states of event types in a working copy. */
export interface PlannedCopy {
  readonly sides: ReadonlyMap<string, Sides>;
  /** Absent: nobody edited. */
  readonly edit?: CopyEdit;
  readonly also?: (tx: Transaction) => Promise<void>;
}

/** Plans from the current rows; may be called again. Null: there is nothing to do. */
export type PlanCopy = (
  rows: ReadonlyMap<string, CopyRow>,
) => Promise<PlannedCopy | null> | PlannedCopy | null;

/** Writes event types of working copies, with what follows from their sides. */
export interface CopyWriter {
  /**
   * Plans a write, works out its consequences outside the write, because that may take long, and writes if nobody else
   * has written the same event types meanwhile; otherwise everything starts over.
   * @throws ApiError conflict, when that keeps happening
   */
  update(connectionId: string, names: readonly string[], plan: PlanCopy): Promise<void>;
  /** The same once, with everything already read. False: another write overtook it. */
  write(
    connectionId: string,
    write: PlannedCopy & Pick<CopyWrite, 'planned' | 'fetchedAt'>,
  ): Promise<boolean>;
}

/** Null: an event type that does not exist. */
export const NO_SIDES: Sides = { base: null, mine: null, theirs: null };

/** How often an overtaken plan is made again; enough for each of this many concurrent writers to succeed. */
const MAX_ATTEMPTS = 25;

export function createCopyWriter(store: WorkingCopyStore, run: RunCopyTask, clock: Clock): CopyWriter {
  async function write(
    connectionId: string,
    { sides, ...others }: PlannedCopy & Pick<CopyWrite, 'planned' | 'fetchedAt'>,
  ): Promise<boolean> {
    const entries = [...sides];
    // Most of a first fetch: nothing to compare, and nothing to pass to a worker.
    const differing = entries.flatMap(([, sides]) => (isOneText(sides) ? [] : [sides]));
    const statuses = await inTaskPieces(differing, (some) => run('statusOfItems', some), statusByText);
    const statusOf = new Map(differing.map((sides, at) => [sides, statuses[at]]));
    const rows = entries.map(([name, sides]) => ({
      ...sides,
      name,
      status: statusOf.get(sides) ?? statusByText(sides),
    }));
    return store.write(connectionId, { ...others, rows }, clock.now());
  }

  return {
    write,
    async update(connectionId, names, plan) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const rows = await store.read(connectionId, names);
        const planned = await plan(rows);
        if (planned === null) return;
        const revisions = new Map([...rows].map(([name, { revision }]) => [name, revision]));
        if (await write(connectionId, { ...planned, planned: revisions })) return;
        if (!(await store.get(connectionId))) throw notFetched();
      }
      throw apiError('conflict', 'This is being changed all the time. Try again.');
    },
  };
}

/** 409 for a working copy that does not exist. */
export function notFetched() {
  return apiError('conflict', 'There is no working copy of this connection yet. Fetch it first.');
}

function isOneText({ base, mine, theirs }: Sides): boolean {
  return base === mine && base === theirs;
}

/** For event types too complex to compare: a different text counts as a change. */
export function statusByText({ base, mine, theirs }: Sides): SidesStatus {
  const [mineChanged, theirsChanged] = [base !== mine, base !== theirs];
  return {
    mineChanged,
    theirsChanged,
    inConflict: mineChanged && theirsChanged && mine !== theirs,
    fields: [],
  };
}
