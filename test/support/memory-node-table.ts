import { SLOT_COUNT } from '../../src-server/cluster/slots';
import type {
  NewNode,
  NodeRow,
  NodeTable,
  NodeTableState,
  SlotRow,
} from '../../src-server/storage/node-table';

/** A database of nodes in memory. `connect` gives each node its own way to it, which a test can cut. */
export class MemoryNodeTable {
  readonly #now: () => number;
  readonly nodes = new Map<string, NodeRow>();
  timeline = '00000001';
  slots: SlotRow[] = Array.from({ length: SLOT_COUNT }, (_, slot) => ({ slot, owner: null, epoch: 0 }));

  /** @param now the clock of the database, in milliseconds since 1970 */
  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  state(): NodeTableState {
    const nodes = [...this.nodes.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { nodes, slots: [...this.slots], now: this.#now(), timeline: this.timeline };
  }

  change(id: string, change: Partial<NodeRow>): void {
    const node = this.nodes.get(id);
    if (node) this.nodes.set(id, { ...node, ...change });
  }

  /** @returns the changed rows */
  own(numbers: readonly number[], from: string | null, owner: string | null): SlotRow[] {
    const changed: SlotRow[] = [];
    this.slots = this.slots.map((row) => {
      if (!numbers.includes(row.slot) || row.owner !== from) return row;
      const next = { slot: row.slot, owner, epoch: row.epoch + 1 };
      changed.push(next);
      return next;
    });
    return changed;
  }

  freeAll(id: string): void {
    this.own(
      this.slots.map(({ slot }) => slot),
      id,
      null,
    );
  }

  connect(): MemoryNodeConnection {
    return new MemoryNodeConnection(this);
  }
}

/** One node's way to the table. Each call takes effect at once, and answers in a later turn. */
export class MemoryNodeConnection implements NodeTable {
  readonly #table: MemoryNodeTable;
  /** `request`: calls fail without effect. `answer`: they have their effect, and fail. */
  cut: 'request' | 'answer' | null = null;

  constructor(table: MemoryNodeTable) {
    this.#table = table;
  }

  join(node: NewNode): Promise<NodeTableState> {
    return this.#call(() => {
      const row = { ...node, beat: 0, diedAt: null, isLeaving: false, sendsPerSecond: 0 };
      if (!this.#table.nodes.has(node.id)) this.#table.nodes.set(node.id, row);
      return this.#table.state();
    });
  }

  read(): Promise<NodeTableState> {
    return this.#call(() => this.#table.state());
  }

  beat(id: string, sendsPerSecond: number): Promise<NodeTableState | null> {
    return this.#call(() => {
      const node = this.#table.nodes.get(id);
      if (!node || node.diedAt !== null) return null;
      this.#table.change(id, { beat: node.beat + 1, sendsPerSecond });
      return this.#table.state();
    });
  }

  markDead(id: string, beat: number): Promise<boolean> {
    return this.#call(() => {
      const node = this.#table.nodes.get(id);
      if (!node || node.diedAt !== null || node.beat !== beat) return false;
      this.#table.change(id, { diedAt: 1 });
      this.#table.freeAll(id);
      return true;
    });
  }

  take(id: string, slots: readonly number[]): Promise<readonly SlotRow[]> {
    return this.#call(() => {
      const node = this.#table.nodes.get(id);
      return node && node.diedAt === null && !node.isLeaving ? this.#table.own(slots, null, id) : [];
    });
  }

  release(id: string, slots: readonly Pick<SlotRow, 'slot' | 'epoch'>[]): Promise<void> {
    return this.#call(() => {
      const isOwned = ({ slot, epoch }: (typeof slots)[number]) =>
        this.#table.slots[slot]?.owner === id && this.#table.slots[slot]?.epoch === epoch;
      const numbers = slots.filter(isOwned).map(({ slot }) => slot);
      this.#table.own(numbers, id, null);
    });
  }

  leaving(id: string): Promise<void> {
    return this.#call(() => this.#table.change(id, { isLeaving: true }));
  }

  leave(id: string): Promise<void> {
    return this.#call(() => {
      this.#table.nodes.delete(id);
      this.#table.freeAll(id);
    });
  }

  freeOfMissing(id: string): Promise<void> {
    return this.#call(() => {
      if (!this.#table.nodes.has(id)) this.#table.freeAll(id);
    });
  }

  async close(): Promise<void> {
    this.cut = 'request';
  }

  async #call<T>(effect: () => T): Promise<T> {
    if (this.cut === 'request') throw new Error('the connection is cut');
    const result = effect();
    await Promise.resolve();
    if (this.cut !== null) throw new Error('the connection was cut before the answer');
    return result;
  }
}
