import { slicesOf } from '../base/slices-of';
import { addSyncItems, type SyncItem } from '../storage/catalog/sync-receipt-store';
import type { WorkingCopyStore } from '../storage/catalog/working-copy-store';
import type { Resolution, Sides, SyncChoices } from '../working-copy/sides';
import { statusByText } from './copy-writer';
import type { RemoteTarget } from './remote-target';
import { type Cut, type SyncEnding, type SyncItemParts, syncItem, TAKEN_OVER } from './sync-item';
import { inTaskPieces, isTooComplex } from './task-pieces';

export interface SyncRunParts extends SyncItemParts {
  readonly copies: WorkingCopyStore;
}

/** The arguments of a sync. */
export interface SyncArguments extends SyncChoices {
  readonly connectionId: string;
  readonly receiptId: string;
  /** Changed on both sides, and changed there since somebody last saw it: not to be written unseen. */
  readonly moved: readonly string[];
}

/** Event types changed only by the other instance that are taken over in one write. */
const TAKEN_AT_ONCE = 200;
const TOO_COMPLEX = 'It takes too long to merge. Make both sides the same by hand.';
/** Concurrent requests to the other instance: enough to hide its distance, and no burden. */
const ITEMS_AT_ONCE = 4;

/** How a sync is controlled from outside, and how it reports. */
interface SyncSurroundings {
  readonly target: RemoteTarget;
  readonly ending: SyncEnding;
  readonly progress: SyncProgress;
}

/** Is told how far a sync has come, in event types. */
export interface SyncProgress {
  /** How many there are, and how many of them an earlier run has ended. */
  begin(counts: { readonly ended: number; readonly total: number }): void;
  /** This one is about to be synced. */
  reach(name: string): void;
  /** So many more have ended. */
  end(count: number): void;
}

/**
 * Syncs a working copy with what the last fetch found. When run again with the same receipt, it skips what already has
 * its outcome, so that a sync interrupted by the end of its server continues.
 */
export async function runSync(
  parts: SyncRunParts,
  args: SyncArguments,
  surroundings: SyncSurroundings,
): Promise<void> {
  const { copies, receipts } = parts;
  const { connectionId, receiptId, names } = args;
  const { ending, progress } = surroundings;
  const ended = new Set((await receipts.listItems(receiptId)).map(({ name }) => name));
  const wanted = names === null ? null : new Set(names);
  const open = (await copies.listChanged(connectionId)).filter(
    ({ name }) => !ended.has(name) && (wanted === null || wanted.has(name)),
  );
  const differing = new Set(open.map(({ name }) => name));
  const unchanged = [...(wanted ?? [])].filter((name) => !differing.has(name) && !ended.has(name));
  await receipts.addItems(
    receiptId,
    unchanged.map((name) => ({ name, outcome: 'skipped', reason: 'Nothing is different.' })),
  );
  const known = ended.size + unchanged.length;
  progress.begin({ ended: known, total: known + open.length });
  const taken = open.filter(({ mineChanged }) => !mineChanged).map(({ name }) => name);
  for (const some of slicesOf(taken, TAKEN_AT_ONCE)) {
    if (ending.stop.aborted) return;
    progress.reach(some[0] ?? '');
    await takeOver(parts, connectionId, { receiptId, names: some });
    progress.end(some.length);
  }
  const queue = open.filter(({ mineChanged }) => mineChanged).map(({ name }) => name);
  const cut = await syncQueue(parts, args, { ...surroundings, queue });
  if (cut === null || ending.stop.aborted) return;
  const { detail } = cut;
  await receipts.addItems(
    receiptId,
    queue.map((name) => ({ name, outcome: 'skipped', reason: `Not tried. ${detail}` })),
  );
  await copies.setOffline(connectionId, true);
}

/**
 * Syncs the event types of the queue in order, several at once.
 * @returns why the rest of the queue was not attempted; null: nothing is left
 */
async function syncQueue(
  parts: SyncRunParts,
  { connectionId, receiptId, resolutions, moved, announce = true }: SyncArguments,
  { queue, ...surroundings }: SyncSurroundings & { readonly queue: string[] },
): Promise<Cut> {
  const { target, ending, progress } = surroundings;
  const choices = new Map<string, Resolution[]>();
  for (const resolution of resolutions) {
    const others = choices.get(resolution.name);
    if (others) others.push(resolution);
    else choices.set(resolution.name, [resolution]);
  }
  const unseen = new Set(moved);
  let cut: Cut = null;
  let isBroken = false;

  async function syncNamed(name: string): Promise<Cut> {
    const row = (await parts.copies.read(connectionId, [name])).get(name);
    if (!row) return null;
    const own = { row, resolutions: choices.get(name) ?? [], hasMoved: unseen.has(name), announce };
    try {
      return await syncItem(parts, { connectionId, target, receiptId, ending, ...own });
    } catch (cause) {
      if (!isTooComplex(cause)) throw cause;
      await parts.receipts.addItems(receiptId, [{ name, outcome: 'failed', reason: TOO_COMPLEX }]);
      return null;
    }
  }

  async function work(): Promise<void> {
    while (cut === null && !isBroken && !ending.stop.aborted) {
      const name = queue.shift();
      if (name === undefined) return;
      progress.reach(name);
      try {
        const found = await syncNamed(name);
        cut ??= found;
      } catch (cause) {
        isBroken = true;
        throw cause;
      }
      progress.end(1);
    }
  }

  // All end before the sync does: nothing is sent afterwards.
  const ends = await Promise.allSettled(Array.from({ length: ITEMS_AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return cut;
}

/** Takes over what only the other instance changed. Edits made here meanwhile are left to the next sync. */
async function takeOver(
  { writer, run }: SyncRunParts,
  connectionId: string,
  { receiptId, names }: { readonly receiptId: string; readonly names: readonly string[] },
): Promise<void> {
  await writer.update(connectionId, names, async (rows) => {
    const all = [...rows.values()];
    const statuses = await inTaskPieces(all, (some) => run('statusOfItems', some), statusByText);
    const taken = all.filter((_row, at) => statuses[at]?.mineChanged === false);
    const sides = taken.map(({ name, theirs }): [string, Sides] => [
      name,
      { base: theirs, mine: theirs, theirs },
    ]);
    const items = taken.map(({ name }): SyncItem => ({ name, outcome: 'done', reason: TAKEN_OVER }));
    return { sides: new Map(sides), also: (tx) => addSyncItems(tx, receiptId, items) };
  });
}
