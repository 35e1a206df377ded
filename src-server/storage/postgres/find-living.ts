import type { Clock } from '../../base/clock';
import { leaseMsOf, type NodeRow, type NodeTable } from '../node-table';
import { BeatWatch } from './beat-watch';

const LOOK_EVERY_MS = 500;

interface Watched {
  readonly table: Pick<NodeTable, 'read' | 'markDead'>;
  readonly clock: Clock;
  /** How long a beat must have stood still. */
  readonly leaseMs: number;
  /** Called once if there is one to be watched. */
  readonly onWait?: (node: NodeRow) => void;
}

/**
 * Watches nodes that are in the way until one is seen to live. Those that stand still for a whole lease are marked dead.
 * @param isMeant which nodes are in the way
 * @returns one that lives; null: none does
 */
export async function findLiving(
  { table, clock, leaseMs, onWait }: Watched,
  isMeant: (node: NodeRow) => boolean,
): Promise<NodeRow | null> {
  const watch = new BeatWatch(clock);
  const first = new Map<string, number>();
  for (let hasWaited = false; ; hasWaited = true) {
    const { nodes } = await table.read();
    watch.see(nodes);
    const meant = nodes.filter((node) => node.diedAt === null && isMeant(node));
    for (const node of meant) {
      if (!first.has(node.id)) first.set(node.id, node.beat);
      if (first.get(node.id) !== node.beat) return node;
    }
    const [candidate] = meant;
    if (!candidate) return null;
    if (!hasWaited) onWait?.(candidate);
    for (const node of meant)
      if (watch.hasStoodStill(node, Math.max(leaseMs, leaseMsOf(node))))
        await table.markDead(node.id, node.beat);
    await clock.sleep(LOOK_EVERY_MS);
  }
}
