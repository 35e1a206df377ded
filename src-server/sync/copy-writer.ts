import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { Transaction } from '../storage/transaction';
import type { CopyEdit } from '../storage/working-copy-journal';
import type { CopyRow, CopyWrite, WorkingCopyStore } from '../storage/working-copy-store';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { Sides, SidesStatus } from '../working-copy/sides';
import { inTaskPieces } from './task-pieces';

/** What is to become of event types of a working copy. */
export interface PlannedCopy {
  readonly sides: ReadonlyMap<string, Sides>;
  /** Absent: nobody edited. */
  readonly edit?: CopyEdit;
  readonly also?: (tx: Transaction) => Promise<void>;
}

/** Plans on what stands there; it may be asked again. Null: there is nothing to do. */
export type PlanCopy = (
  rows: ReadonlyMap<string, CopyRow>,
) => Promise<PlannedCopy | null> | PlannedCopy | null;

/** Writes event types of working copies, with what follows from their sides. */
export interface CopyWriter {
  /**
   * Plans a write, works out what follows from it outside of the write, because that may take long, and writes when
   * nobody else has written the same event types meanwhile; else all begins anew.
   * @throws ApiError conflict, when that goes on
   */
  update(connectionId: string, names: readonly string[], plan: PlanCopy): Promise<void>;
  /** The same once, with all that was read before. False: it was overtaken. */
  write(
    connectionId: string,
    write: PlannedCopy & Pick<CopyWrite, 'planned' | 'fetchedAt'>,
  ): Promise<boolean>;
}

/** Null: an event type that is not there. */
export const NO_SIDES: Sides = { base: null, mine: null, theirs: null };

/** A plan that is overtaken is made anew this often; of so many who write the same at once, each gets through. */
const MAX_TRIES = 25;

export function createCopyWriter(store: WorkingCopyStore, run: RunCopyTask, clock: Clock): CopyWriter {
  async function write(
    connectionId: string,
    { sides, ...others }: PlannedCopy & Pick<CopyWrite, 'planned' | 'fetchedAt'>,
  ): Promise<boolean> {
    const entries = [...sides];
    // Most of a first fetch: nothing to compare, and nothing to hand to a worker.
    const differing = entries.flatMap(([, one]) => (isOneText(one) ? [] : [one]));
    const statuses = await inTaskPieces(differing, (some) => run('statusOfItems', some), statusByText);
    const statusOf = new Map(differing.map((one, at) => [one, statuses[at]]));
    const rows = entries.map(([name, one]) => ({
      ...one,
      name,
      status: statusOf.get(one) ?? statusByText(one),
    }));
    return store.write(connectionId, { ...others, rows }, clock.now());
  }

  return {
    write,
    async update(connectionId, names, plan) {
      for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
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

/** 409 for whoever would work on a working copy that does not exist. */
export function notFetched() {
  return apiError('conflict', 'There is no working copy of this connection yet. Fetch it first.');
}

function isOneText({ base, mine, theirs }: Sides): boolean {
  return base === mine && base === theirs;
}

/** Of what is too complex to be compared: another text is a change. */
export function statusByText({ base, mine, theirs }: Sides): SidesStatus {
  const [mineChanged, theirsChanged] = [base !== mine, base !== theirs];
  return {
    mineChanged,
    theirsChanged,
    inConflict: mineChanged && theirsChanged && mine !== theirs,
    fields: [],
  };
}
