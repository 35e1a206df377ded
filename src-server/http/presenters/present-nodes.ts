import type { Cluster } from '../../cluster/interface/cluster';
import type { NodeOut, NodeState } from '../../contract/node';
import type { NodeRow } from '../../storage/node-table';

/** Three beats that were missed. A shorter silence is what a busy database does. */
const SILENT_AFTER_MS = 3000;

/** The nodes as the one that answers sees them, by address. */
export function presentNodes(cluster: Pick<Cluster, 'selfId' | 'state' | 'beatAgeMs'>): readonly NodeOut[] {
  const { nodes, slots } = cluster.state();
  const counts = new Map<string, number>();
  for (const { owner } of slots) if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const selfId = cluster.selfId();
  return nodes
    .map((node) => {
      const beatAgeMs = Math.max(0, Math.round(cluster.beatAgeMs(node.id)));
      return {
        id: node.id,
        address: node.address,
        version: node.version,
        state: stateOf(node, beatAgeMs),
        slots: counts.get(node.id) ?? 0,
        beatAgeMs,
        sendsPerSecond: node.sendsPerSecond,
        self: node.id === selfId,
      };
    })
    .sort((a, b) => a.address.localeCompare(b.address) || (a.id < b.id ? -1 : 1));
}

function stateOf({ diedAt, isLeaving }: NodeRow, beatAgeMs: number): NodeState {
  if (diedAt !== null) return 'dead';
  if (beatAgeMs > SILENT_AFTER_MS) return 'silent';
  return isLeaving ? 'leaving' : 'alive';
}
