import { slicesOf } from '../base/slices-of';
import { addSyncItems, type SyncItem } from '../storage/sync-receipt-store';
import type { WorkingCopyStore } from '../storage/working-copy-store';
import type { Resolution, Sides } from '../working-copy/sides';
import type { RemoteTarget } from './connections';
import { statusByText } from './copy-writer';
import { type Cut, type SyncItemParts, syncItem, TAKEN_OVER } from './sync-item';
import { inTaskPieces } from './task-pieces';

export interface SyncRunParts extends SyncItemParts {
  readonly copies: WorkingCopyStore;
}

/** What a sync was asked for. */
export interface SyncArguments {
  readonly connectionId: string;
  readonly receiptId: string;
  /** Null: all. */
  readonly names: readonly string[] | null;
  readonly resolutions: readonly Resolution[];
}

/** Event types that only the other instance changed and that are taken over in one write. */
const TAKEN_AT_ONCE = 200;
/** Requests to the other instance at once: enough to hide its distance, and no burden. */
const ITEMS_AT_ONCE = 4;

/**
 * Syncs a working copy with what the last fetch found. Run once more with the same receipt, it leaves out what has its
 * outcome already, so that a sync that ended with its server goes on.
 * @param report called with each outcome
 */
export async function runSync(
  parts: SyncRunParts,
  { connectionId, receiptId, names, resolutions }: SyncArguments,
  {
    target,
    signal,
    report,
  }: {
    readonly target: RemoteTarget;
    readonly signal: AbortSignal;
    readonly report: (ended: number) => void;
  },
): Promise<void> {
  const { copies, receipts } = parts;
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
  const taken = open.filter(({ mineChanged }) => !mineChanged).map(({ name }) => name);
  for (const some of slicesOf(taken, TAKEN_AT_ONCE)) {
    if (signal.aborted) return;
    await takeOver(parts, connectionId, { receiptId, names: some });
    report(some.length);
  }
  const queue = open.filter(({ mineChanged }) => mineChanged).map(({ name }) => name);
  const choices = new Map<string, Resolution[]>();
  for (const one of resolutions) choices.set(one.name, [...(choices.get(one.name) ?? []), one]);
  let cut: Cut = null;
  const worker = async () => {
    while (cut === null && !signal.aborted) {
      const name = queue.shift();
      if (name === undefined) return;
      const row = (await copies.read(connectionId, [name])).get(name);
      if (!row) continue;
      const item = { connectionId, target, receiptId, row, resolutions: choices.get(name) ?? [], signal };
      const found = await syncItem(parts, item);
      cut ??= found;
      report(1);
    }
  };
  await Promise.all(Array.from({ length: ITEMS_AT_ONCE }, worker));
  if (cut === null || signal.aborted) return;
  const { detail } = cut;
  await receipts.addItems(
    receiptId,
    queue.map((name) => ({ name, outcome: 'skipped', reason: `Not tried. ${detail}` })),
  );
  await copies.setOffline(connectionId);
}

/** Follows what only the other instance changed. What was edited here meanwhile is left to the next sync. */
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
