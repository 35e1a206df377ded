import type { Cluster } from '../../src-server/cluster/interface/cluster';
import { SLOT_COUNT } from '../../src-server/cluster/slots';
import type { NodeRow, SlotRow } from '../../src-server/storage/node-table';

/** A node of a fake cluster, and how many slots it owns. */
interface FakeNode extends Partial<Omit<NodeRow, 'id' | 'address'>> {
  readonly id: string;
  readonly address: string;
  readonly slots: number;
  readonly beatAgeMs: number;
}

interface FakeState {
  readonly self: string;
  readonly nodes: readonly FakeNode[];
}

type FakeCluster = Pick<Cluster, 'selfId' | 'state' | 'beatAgeMs' | 'isTrusted' | 'onBeat'> & {
  /** As if these had answered a beat. */
  beat(next: FakeState): Promise<void>;
};

/** What the rest of a server sees of these nodes. Slots are given out in order; those that are left belong to nobody. */
export function fakeCluster(first: FakeState): FakeCluster {
  let now = first;
  const listeners: (() => Promise<void>)[] = [];
  const slots = () => slotsOf(now.nodes);
  return {
    selfId: () => now.self,
    state: () => ({ nodes: now.nodes.map(rowOf), slots: slots(), now: 1_700_000_000_000 }),
    beatAgeMs: (id) => now.nodes.find((node) => node.id === id)?.beatAgeMs ?? 0,
    isTrusted: () => true,
    onBeat: (listener) => void listeners.push(listener),
    async beat(next) {
      now = next;
      for (const listener of listeners) await listener();
    },
  };
}

function rowOf({ slots: _, beatAgeMs: __, ...node }: FakeNode): NodeRow {
  return {
    version: '0.1.0',
    schemaVersion: 26,
    beat: 7,
    diedAt: null,
    isLeaving: false,
    sendsPerSecond: 0,
    secretCheck: '',
    ...node,
  };
}

function slotsOf(nodes: readonly FakeNode[]): readonly SlotRow[] {
  const owners = nodes.flatMap(({ id, slots }) => Array.from({ length: slots }, () => id));
  return Array.from({ length: SLOT_COUNT }, (_, slot) => ({ slot, owner: owners[slot] ?? null, epoch: 1 }));
}
