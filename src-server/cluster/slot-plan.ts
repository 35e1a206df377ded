import type { NodeTableState } from '../storage/node-table';
import { SLOT_COUNT } from './slots';

/** What a node should do now so that every node ends with its share. */
export interface SlotPlan {
  /** Of its slots, those that it gives back. */
  readonly release: readonly number[];
  /** Free ones that it takes. */
  readonly take: readonly number[];
}

/**
 * The share of each node is 256 divided by the nodes that take part, in the order of their ids: the first ones have one
 * more when it does not come out even. A slot moves only when its node has too many, or is gone.
 *
 * Each node computes this for itself from what it last read, and takes a part of the free slots that no other takes. Two
 * that read something else meanwhile only find that some slots are not free any more.
 * @param kept the slots of this node that it is not giving back already
 */
export function planSlots(state: NodeTableState, selfId: string, kept: readonly number[]): SlotPlan {
  const taking = state.nodes
    .filter((node) => node.diedAt === null && !node.isLeaving)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const at = taking.findIndex(({ id }) => id === selfId);
  if (at < 0) return { release: [], take: [] };
  const target = shareOf(at, taking.length);
  if (kept.length > target) return { release: kept.toSorted((a, b) => a - b).slice(target), take: [] };
  const free = state.slots.filter(({ owner }) => owner === null).map(({ slot }) => slot);
  const first = taking
    .slice(0, at)
    .reduce((sum, { id }, n) => sum + Math.max(0, shareOf(n, taking.length) - ownedBy(state, id)), 0);
  return { release: [], take: free.slice(first, first + target - kept.length) };
}

function shareOf(at: number, count: number): number {
  return Math.floor(SLOT_COUNT / count) + (at < SLOT_COUNT % count ? 1 : 0);
}

function ownedBy(state: NodeTableState, id: string): number {
  return state.slots.reduce((sum, { owner }) => sum + (owner === id ? 1 : 0), 0);
}
