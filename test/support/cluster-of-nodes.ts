import { createLog } from '../../src-server/base/log';
import type { SlotListener } from '../../src-server/cluster/interface/cluster';
import { Membership } from '../../src-server/cluster/membership';
import { FakeClock } from './fake-clock';
import { type MemoryNodeConnection, MemoryNodeTable } from './memory-node-table';

/** What a node of a test is told about its slots; it finishes what is in flight when the test says so. */
export class RecordedSlots implements SlotListener {
  readonly owned = new Set<number>();
  readonly lostCalls: number[] = [];
  /** Slots with something in flight, and what ends the wait for it. */
  readonly busy = new Map<number, () => void>();
  readonly #ends = new Map<number, Promise<void>>();

  makeBusy(slot: number): void {
    this.#ends.set(
      slot,
      new Promise((resolve) => {
        this.busy.set(slot, resolve);
      }),
    );
  }

  async taken(slots: ReadonlySet<number>): Promise<void> {
    for (const slot of slots) this.owned.add(slot);
  }

  async release(slots: ReadonlySet<number>): Promise<void> {
    await Promise.all([...slots].map((slot) => this.#ends.get(slot)));
    for (const slot of slots) this.owned.delete(slot);
  }

  lost(slots: ReadonlySet<number>): void {
    this.lostCalls.push(slots.size);
    for (const slot of slots) this.owned.delete(slot);
  }
}

/** One node of a test, with a clock and a connection of its own. */
export interface TestNode {
  readonly membership: Membership;
  readonly clock: FakeClock;
  readonly connection: MemoryNodeConnection;
  readonly slots: RecordedSlots;
}

/** Nodes on one table in memory. Their clocks show different times, and advance as the test says. */
export class ClusterOfNodes {
  readonly table = new MemoryNodeTable(() => this.#databaseMs);
  readonly nodes: TestNode[] = [];
  #databaseMs = 1_000_000;
  #ids = 0;

  async start(parts: Partial<ConstructorParameters<typeof Membership>[0]> = {}): Promise<TestNode> {
    const name = String.fromCharCode(97 + this.nodes.length);
    const clock = new FakeClock(1_600_000_000_000 + this.nodes.length * 86_400_000);
    const connection = this.table.connect();
    const slots = new RecordedSlots();
    const leaseMs = 6000;
    const membership = new Membership({
      table: connection,
      clock,
      log: createLog('silent'),
      leaseMs,
      found: this.table.state(),
      askedUs: clock.monotonicUs(),
      listener: slots,
      newId: () => `${name}${++this.#ids}`,
      sendsPerSecond: () => 0,
      assertFits: async () => undefined,
      ...parts,
    });
    const node = { membership, clock, connection, slots };
    this.nodes.push(node);
    await membership.start({
      address: `http://${name}:8071`,
      version: '1.0.0',
      schemaVersion: 26,
      secretCheck: `x.y.z.${leaseMs / 1000}`,
    });
    await this.settle();
    return node;
  }

  /** Lets time pass for these nodes and the database; the others are frozen. */
  async pass(ms: number, nodes: readonly TestNode[] = this.nodes, stepMs = 100): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.#databaseMs += stepMs;
      for (const { clock } of nodes) clock.advance(stepMs);
      await this.settle();
    }
  }

  /** Sets the clock of the database, as a time server would. */
  stepDatabase(ms: number): void {
    this.#databaseMs += ms;
  }

  /** Every response that is on its way has arrived, and what follows from it is done. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  shares(): number[] {
    return this.nodes.map(({ slots }) => slots.owned.size);
  }
}
