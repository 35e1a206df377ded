import { createIds } from '../../src-server/base/id';
import { createLog } from '../../src-server/base/log';
import { Membership } from '../../src-server/cluster/membership';
import { slotOf } from '../../src-server/cluster/slots';
import { createAddressGuard } from '../../src-server/delivery/connection/address-guard';
import { createDelivery, type Delivery } from '../../src-server/delivery/delivery';
import type { OtherSenders } from '../../src-server/delivery/endpoints/send-right';
import type { NodeTable, NodeTableState } from '../../src-server/storage/node-table';
import { SILENT_TRAFFIC } from '../support/silent-traffic';
import { Link } from './cluster-link';
import { connectNodeTable } from './cluster-node-table';
import { ModelProcess } from './cluster-process';
import { CLUSTER_TIMEOUT_MS, createClusterSender } from './cluster-sender';
import { clusterApplications, clusterEndpoints, unused } from './cluster-stores';
import type { ClusterWorld } from './cluster-world';

export const LEASE_MS = 6000;
/** What a node believes that has more trust than others wait. */
const TOO_LONG_LEASE_MS = 10_000;
/** Delays between attempts, in seconds. */
export const CLUSTER_LADDER_S = [1, 3];
const SWEEP_MS = 10_000;
const AWAY_MS = 1000;
const LOG = createLog('silent');

/** Something that keeps a node from its work. */
interface Trouble {
  readonly fromUs: number;
  /** Null: it lasts. */
  untilUs: number | null;
}

/** One process of the service, from its start to its end. */
export class ClusterNode {
  readonly name: string;
  readonly process: ModelProcess;
  readonly link: Link;
  /** Its ids, the last one first: it gets another whenever it was taken for dead. */
  readonly ids: string[] = [];
  readonly troubles: Trouble[] = [];
  /** True: its process stops right after the next send has started. */
  freezesAtNextSend = false;
  /** Stops its process. */
  freezeNow: () => void = () => undefined;
  membership: Membership | null = null;
  delivery: Delivery | null = null;
  isLeaving = false;
  /** Since when nothing has kept it from its work, in true microseconds. */
  wellSinceUs = Number.POSITIVE_INFINITY;
  /** When a beat of it last reached the table. */
  beatenUs = 0;
  /** When it was told, by endpoint, that something is there, or looked by itself. */
  readonly hints = new Map<string, number[]>();
  /** When it had stored a message itself, by message. */
  readonly #stored = new Map<string, number>();
  readonly #world: ClusterWorld;

  constructor(world: ClusterWorld, rate: number) {
    this.#world = world;
    this.name = `node ${world.nodes.length}`;
    this.process = new ModelProcess(world.time, rate, Math.floor(world.between(1e6, 1e10)));
    this.link = new Link(world, this.process, () => world.isAway);
  }

  get isWell(): boolean {
    return this.wellSinceUs < Number.POSITIVE_INFINITY;
  }

  /** Whether a send to it may start now. Asked only of one that runs, because the question reads its clocks. */
  mayStart(endpointId: string): boolean {
    return this.process.isRunning && this.membership?.sendRight.mayStart(endpointId) === true;
  }

  async start(): Promise<void> {
    const world = this.#world;
    const { clock } = this.process;
    const table = connectNodeTable(world, this);
    const { found, askedUs } = await this.#untilFound(table);
    const isTooSure = world.leftOut.margin && world.nodes.indexOf(this) === 0;
    const leaseMs = isTooSure ? TOO_LONG_LEASE_MS : LEASE_MS;
    const membership = new Membership({
      table,
      clock,
      log: LOG,
      leaseMs,
      found,
      askedUs,
      listener: {
        taken: (slots) => {
          for (const { id, slot } of world.endpoints) if (slots.has(slot)) this.hint(id);
          return delivery.takeOver((id) => slots.has(slotOf(id)));
        },
        release: (slots) => delivery.handOver((id) => slots.has(slotOf(id))),
        lost: (slots) => delivery.abandon((id) => slots.has(slotOf(id))),
      },
      newId: () => {
        const id = `${this.name}.${this.ids.length}`;
        this.ids.unshift(id);
        return id;
      },
      sendsPerSecond: () => 0,
      assertFits: async () => undefined,
    });
    const delivery = this.#createDelivery(membership);
    membership.onTrusted(() => delivery.sendingChanged());
    this.delivery = delivery;
    await delivery.start();
    await membership.start({
      address: `http://${this.name}`,
      version: '0.0.0',
      schemaVersion: 26,
      secretCheck: `a.b.c.${LEASE_MS / 1000}`,
    });
    this.membership = membership;
    this.isWellAgain();
    this.#sweepLater(delivery);
  }

  /** As SIGTERM does. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    this.wellSinceUs = Number.POSITIVE_INFINITY;
    await this.membership?.beginLeaving();
    await this.delivery?.stop();
    await this.membership?.stop();
    this.process.kill();
  }

  stored(messageId: string): void {
    this.#stored.set(messageId, this.#world.time.nowUs);
  }

  /** When it knew of a message that was stored at that time. Undefined: it did not. */
  knewUs(endpointId: string, messageId: string, storedUs: number): number | undefined {
    return this.#stored.get(messageId) ?? this.hints.get(endpointId)?.find((atUs) => atUs >= storedUs);
  }

  hint(endpointId: string): void {
    const hints = this.hints.get(endpointId) ?? [];
    this.hints.set(endpointId, hints);
    hints.push(this.#world.time.nowUs);
  }

  troubled(): void {
    if (this.troubles.some(({ untilUs }) => untilUs === null)) return;
    this.troubles.push({ fromUs: this.#world.time.nowUs, untilUs: null });
    this.wellSinceUs = Number.POSITIVE_INFINITY;
  }

  /** If nothing else keeps it from its work. */
  isWellAgain(): void {
    const isCut = !this.link.isUp || this.link.slowUs > 0;
    if (!this.process.isRunning || isCut || !this.membership) return;
    const last = this.troubles.at(-1);
    if (last) last.untilUs ??= this.#world.time.nowUs;
    if (!this.isWell && !this.isLeaving) this.wellSinceUs = this.#world.time.nowUs;
  }

  async #untilFound(table: NodeTable): Promise<{ found: NodeTableState; askedUs: number }> {
    for (;;) {
      const askedUs = this.process.clock.monotonicUs();
      try {
        return { found: await table.read(), askedUs };
      } catch {
        await this.process.clock.sleep(AWAY_MS);
      }
    }
  }

  #createDelivery(membership: Membership): Delivery {
    const world = this.#world;
    const { clock } = this.process;
    return createDelivery({
      clock,
      now: () => membership.now(),
      newId: createIds(clock),
      log: LOG,
      applications: clusterApplications(),
      endpoints: clusterEndpoints(world.endpoints, world.leftOut),
      messages: world.database.messageWriter(this.link),
      deliveries: world.database.deliveryStore(this.link, this),
      explanations: unused(),
      replays: unused(),
      tasks: { ...unused(), register: nothing },
      liveBus: { publish: nothing, isWatched: false, subscribe: () => nothing },
      traffic: SILENT_TRAFFIC,
      guard: createAddressGuard({ allowTargets: [], allowLoopback: false }),
      retry: { scheduleS: CLUSTER_LADDER_S, overloadWaitMs: 0 },
      requestTimeoutMs: CLUSTER_TIMEOUT_MS,
      version: '0.0.0',
      whitelabel: () => false,
      random: () => world.between(0, 1),
      sender: createClusterSender(world, this),
      disableEndpoint: async () => undefined,
      sendRight: membership.sendRight,
      otherSenders: this.#otherSenders(membership),
    });
  }

  /** Tells the owner, by a call that may be lost. */
  #otherSenders(membership: Membership): OtherSenders {
    const world = this.#world;
    return {
      stored: (endpointId, count) => {
        const owner = world.nodes.find(({ ids }) => ids[0] === membership.ownerOf(endpointId)?.id);
        if (!owner || world.chance(world.lostCalls)) return;
        world.time.after(world.between(300, 20_000), () =>
          owner.process.reach(() => {
            if (owner.delivery?.storedElsewhere(new Map([[endpointId, count]])).length === 0)
              owner.hint(endpointId);
          }),
        );
      },
      madeDue: nothing,
      forgive: nothing,
      cancel: async () => 0,
    };
  }

  #sweepLater(delivery: Delivery): void {
    this.process.clock.setTimer(SWEEP_MS, () => {
      for (const { id } of this.#world.endpoints) this.hint(id);
      // One that fails is made good by the next.
      void delivery
        .sweep()
        .catch(nothing)
        .then(() => this.#sweepLater(delivery));
    });
  }
}

const nothing = (): void => undefined;
