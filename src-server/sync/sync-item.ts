import {
  addSyncItems,
  type SyncItem,
  type SyncReceiptStore,
  type WrittenThere,
} from '../storage/catalog/sync-receipt-store';
import type { CopyRow } from '../storage/catalog/working-copy-store';
import type { ItemPlan } from '../working-copy/plan-item';
import type { RemoteContent } from '../working-copy/remote-content';
import type { RunCopyTask } from '../working-copy/run-copy-task';
import type { Resolution, Sides } from '../working-copy/sides';
import { type CopyWriter, NO_SIDES } from './copy-writer';
import type { NoResponse, RemoteCatalog } from './remote-catalog';
import type { RemoteTarget } from './remote-target';

export interface SyncItemParts {
  readonly receipts: SyncReceiptStore;
  readonly catalog: RemoteCatalog;
  readonly writer: CopyWriter;
  readonly run: RunCopyTask;
}

/** How a sync ends early. */
export interface SyncEnding {
  /** Nothing more is started; items in progress are finished and recorded. */
  readonly stop: AbortSignal;
  /** Items in progress are cut off too. */
  readonly cut: AbortSignal;
}

/** One event type of a sync. */
interface ItemToSync {
  readonly connectionId: string;
  readonly target: RemoteTarget;
  readonly receiptId: string;
  readonly row: CopyRow;
  readonly resolutions: readonly Resolution[];
  /** It has changed there since somebody last saw it. */
  readonly hasMoved: boolean;
  /** Whether the other instance tells others of it. */
  readonly announce: boolean;
  readonly ending: SyncEnding;
}

/** Why no other item can be attempted either; null: they can. */
export type Cut = { readonly detail: string } | null;

const STOPPED: Cut = { detail: 'The sync was stopped.' };
const MOVED = 'It was changed there since the last comparison. Compare again.';
/** For what only the other instance changed, or was resolved with theirs. */
export const TAKEN_OVER = 'Taken over from there.';
/** By this sync, before its server ended; or by somebody else, with the same result. */
const WRITTEN_BEFORE = 'It had been written already.';
const SAME_THERE = 'It is the same there already.';

/**
 * Brings one event type to the merged state of both sides. The event type there is read again before the write, and
 * after it: the base moves only for what is there. Moving the base and writing the receipt are one write: if that
 * fails, the next sync finds that both sides already have what was written.
 */
export async function syncItem(parts: SyncItemParts, item: ItemToSync): Promise<Cut> {
  const { catalog, run } = parts;
  const { row, target, ending, resolutions, hasMoved, announce } = item;
  const { name, base, mine, theirs } = row;
  const sides = { base, mine, theirs };
  const plan = (found: RemoteContent | null | undefined) =>
    run('planSyncItem', { sides, resolutions, found });

  const wanted = await plan(undefined);
  if (wanted.kind !== 'write') return settle(parts, item, wanted);
  if (hasMoved) return settle(parts, item, { kind: 'moved', there: theirs });
  const there = await catalog.read(target, name, ending.cut);
  if (there.kind !== 'found') return giveUp(parts, item, there);
  const next = await plan(there.content);
  if (next.kind === 'agreed') {
    const { merged } = next;
    const outcome: SyncItem = { name, outcome: 'done', reason: WRITTEN_BEFORE };
    const written = { before: theirs, after: merged };
    await agree(parts, item, { agreed: merged, merged, outcome, written });
    return null;
  }
  if (next.kind !== 'write') return settle(parts, item, next);
  const { write, merged } = next;
  if (ending.stop.aborted) return STOPPED;
  const written = await catalog.write(target, name, {
    ...{ write, announce, etag: there.etag, signal: ending.cut },
  });
  if (written.kind === 'moved') {
    const now = await catalog.read(target, name, ending.cut);
    if (now.kind !== 'found') return giveUp(parts, item, now);
    const again = await plan(now.content);
    return settle(parts, item, again.kind === 'write' ? { kind: 'moved', there: theirs } : again);
  }
  if (written.kind !== 'accepted') return giveUp(parts, item, written);
  return confirm(parts, item, { merged, status: written.status });
}

/**
 * Reads what was written, since a proxy in front of the other instance may answer anything. What is not there as it was
 * written stays a change, also if somebody else has changed it since: the next sync merges that.
 */
async function confirm(
  parts: SyncItemParts,
  item: ItemToSync,
  { merged, status }: { readonly merged: string | null; readonly status: number },
): Promise<Cut> {
  const { catalog, run } = parts;
  const { row, target, ending } = item;
  const { name, theirs: before } = row;
  const now = await catalog.read(target, name, ending.cut);
  if (now.kind !== 'found') return giveUp(parts, item, { ...now, detail: `Not confirmed: ${now.detail}` });
  const { content: found } = now;
  const written =
    merged !== null && found !== null
      ? await run('judgeWrite', { wanted: merged, before, found })
      : merged === found && { agreed: null, notKept: [] };
  if (!written) {
    const detail = `Not confirmed: the response to the write was ${status}, but what was written is not there.`;
    return giveUp(parts, item, { kind: 'refused', detail });
  }
  const { agreed, notKept } = written;
  const reason = notKept.length === 0 ? null : `The other instance does not keep ${notKept.join(', ')}.`;
  const outcome: SyncItem = { name, outcome: 'done', reason };
  await agree(parts, item, { agreed, merged, outcome, written: { before, after: agreed } });
  return null;
}

/** Ends an item that needs no write there. */
async function settle(
  parts: SyncItemParts,
  item: ItemToSync,
  plan: Exclude<ItemPlan, { readonly kind: 'write' }>,
): Promise<Cut> {
  const { connectionId, receiptId, row } = item;
  const { name } = row;
  switch (plan.kind) {
    case 'agreed': {
      const { merged } = plan;
      const outcome: SyncItem =
        merged === row.theirs && merged !== row.mine
          ? { name, outcome: 'done', reason: TAKEN_OVER }
          : { name, outcome: 'skipped', reason: SAME_THERE };
      await agree(parts, item, { agreed: merged, merged, outcome });
      return null;
    }
    case 'moved': {
      const outcome: SyncItem = { name, outcome: 'conflict', reason: MOVED };
      await parts.writer.update(connectionId, [name], (rows) => ({
        sides: new Map([[name, { ...sidesOf(rows.get(name)), theirs: plan.there }]]),
        also: (tx) => addSyncItems(tx, receiptId, [outcome]),
      }));
      return null;
    }
    case 'conflict': {
      const places = plan.conflicts.map(({ pointer }) => pointer || 'the whole event type');
      await parts.receipts.addItems(receiptId, [
        { name, outcome: 'conflict', reason: `Choose first: ${places.join(', ')}.` },
      ]);
      return null;
    }
    case 'invalid':
      await parts.receipts.addItems(receiptId, [{ name, outcome: 'failed', reason: plan.problem }]);
      return null;
  }
}

async function giveUp(
  { receipts }: SyncItemParts,
  { receiptId, row: { name }, ending }: ItemToSync,
  why: NoResponse,
): Promise<Cut> {
  // The server is stopping, and the sync continues at its next start.
  if (ending.cut.aborted) return STOPPED;
  await receipts.addItems(receiptId, [{ name, outcome: 'failed', reason: why.detail }]);
  return why.kind === 'cut' ? why : null;
}

interface Agreement {
  /** The other instance's content, as JSON text. Null: it does not exist there. */
  readonly agreed: string | null;
  /** The new mine. */
  readonly merged: string | null;
  readonly outcome: SyncItem;
  readonly written?: WrittenThere;
}

/** Moves the base. Edits made here since the row was read remain a change. */
function agree(
  { writer, run }: SyncItemParts,
  { connectionId, receiptId, row }: ItemToSync,
  { agreed, merged, outcome, written }: Agreement,
): Promise<void> {
  const { name } = row;
  return writer.update(connectionId, [name], async (rows) => {
    const now = sidesOf(rows.get(name)).mine;
    const isEdited = now !== row.mine;
    const rebased = { base: row.mine, mine: now, theirs: merged };
    const mine = isEdited ? (await run('mergeItem', { sides: rebased, resolutions: [] })).merged : merged;
    return {
      sides: new Map([[name, { base: agreed, mine, theirs: agreed }]]),
      also: (tx) => addSyncItems(tx, receiptId, [{ ...outcome, written }]),
    };
  });
}

function sidesOf(row: CopyRow | undefined): Sides {
  const { base, mine, theirs } = row ?? NO_SIDES;
  return { base, mine, theirs };
}
