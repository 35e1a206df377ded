import { SLOT_COUNT, slotOf } from '../../src-server/cluster/slots';
import type { SendRequest } from '../../src-server/delivery/connection/sender';
import type { AttemptResult } from '../../src-server/storage/attempt-result';
import { MemoryNodeTable } from '../support/memory-node-table';
import { checkFirstByte } from './cluster-checks';
import { ClusterDatabase } from './cluster-database';
import type { ClusterNode } from './cluster-node';
import { WORLD_BEGAN } from './cluster-process';
import { TrueTime } from './cluster-time';
import { numbersFrom } from './model-world';

/** How the receiver of an endpoint answers until changed. */
export const CLUSTER_MOODS = ['ok', 'slow', 'error', 'hang', 'drop'] as const;
export type ClusterMood = (typeof CLUSTER_MOODS)[number];

/** Parts of the design that a run leaves out, to see that the model misses them. */
export interface LeftOut {
  /** What leaves is not checked again at its first byte. */
  readonly checkAtFirstByte?: boolean;
  /** The database records whatever it is told. */
  readonly fence?: boolean;
  /** The first node trusts its slots for longer than others wait. */
  readonly margin?: boolean;
  /** The endpoint in strict order is like any other. */
  readonly strictOrder?: boolean;
}

export interface ClusterEndpoint {
  readonly id: string;
  readonly index: number;
  readonly slot: number;
  /** Messages per second. Null: any number. */
  readonly limit: number | null;
  /** It gets its messages in strict order. */
  readonly isOrdered: boolean;
  mood: ClusterMood;
}

/** A request that an engine passed to its sender. */
export interface ClusterSend {
  readonly endpoint: ClusterEndpoint;
  readonly messageId: string;
  readonly node: ClusterNode;
  readonly calledUs: number;
  /** The epoch of its slot when it was called. */
  readonly epoch: number;
  /** When its first byte left. Null: it has not. */
  writtenUs: number | null;
  /** When its receiver read it. Null: it has not. */
  arrivedUs: number | null;
  /** When its attempt was stored. Null: it was not. */
  storedUs: number | null;
  /** Its first byte was not allowed to leave. */
  isWithheld: boolean;
}

/** What a run of the model counts. */
export interface Figures {
  lives: number;
  sends: number;
  messages: number;
  /** Requests not let go at the first byte. */
  withheld: number;
  repeats: number;
  /** Records whose retry or final failure did not count. */
  fenced: number;
  kills: number;
  freezes: number;
  sleeps: number;
  cuts: number;
  leaves: number;
  /** Slots that one node took after another. */
  moves: number;
  /** Nodes taken for dead. */
  takeovers: number;
  /** Requests to endpoints in strict order that a receiver read. */
  inOrder: number;
  /** The most requests in a second, as a part of the limit. */
  fullestSecond: number;
  /** The longest that an endpoint had nobody to send to it, though somebody could have, in seconds. */
  longestGapS: number;
}

export const newFigures = (): Figures => ({
  lives: 0,
  sends: 0,
  messages: 0,
  withheld: 0,
  repeats: 0,
  fenced: 0,
  kills: 0,
  freezes: 0,
  sleeps: 0,
  cuts: 0,
  leaves: 0,
  moves: 0,
  takeovers: 0,
  inOrder: 0,
  fullestSecond: 0,
  longestGapS: 0,
});

/** One world: the time, the database, the network, the receivers and the nodes. */
export class ClusterWorld {
  readonly time: TrueTime;
  readonly table: MemoryNodeTable;
  readonly database: ClusterDatabase;
  readonly endpoints: ClusterEndpoint[] = [];
  /** All that ever started. */
  readonly nodes: ClusterNode[] = [];
  readonly sends: ClusterSend[] = [];
  readonly violations: string[] = [];
  readonly figures: Figures;
  readonly leftOut: LeftOut;
  /** The share of calls between nodes that is lost. */
  lostCalls = 0;
  /** True: nothing reaches PostgreSQL, and it answers nobody. */
  isAway = false;
  readonly #random: () => number;

  /** @param seed decides everything that is left to chance */
  constructor(seed: number, figures: Figures, leftOut: LeftOut) {
    this.figures = figures;
    this.leftOut = leftOut;
    this.#random = numbersFrom(seed);
    this.time = new TrueTime();
    this.table = new MemoryNodeTable(() => this.databaseNow());
    this.database = new ClusterDatabase(this);
  }

  /** A uniform random number from `from` to `to`. */
  readonly between = (from: number, to: number): number => from + this.#random() * (to - from);

  /** True in this share of cases. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T;
  }

  /** The clock of the database, in milliseconds since 1970. */
  databaseNow(): number {
    return WORLD_BEGAN + Math.floor(this.time.nowUs / 1000);
  }

  addEndpoint(limit: number | null, isOrdered: boolean): void {
    // Some share a slot with none, some with another: wherever chance puts them.
    const id = `ep_${Math.floor(this.between(0, 1e9))}`;
    this.endpoints.push({ id, index: this.endpoints.length, slot: slotOf(id), limit, isOrdered, mood: 'ok' });
  }

  endpoint(id: string): ClusterEndpoint {
    return this.endpoints.find((endpoint) => endpoint.id === id) as ClusterEndpoint;
  }

  /** The node that sends to this slot, according to the database. */
  ownerOf(slot: number): ClusterNode | undefined {
    const id = this.table.slots[slot % SLOT_COUNT]?.owner;
    return id == null ? undefined : this.nodes.find((node) => node.ids.includes(id));
  }

  sendStarts(node: ClusterNode, { target, messageId }: SendRequest): ClusterSend {
    const endpoint = this.endpoints[Number(target.path.slice(1))] as ClusterEndpoint;
    const send: ClusterSend = {
      endpoint,
      messageId,
      node,
      calledUs: this.time.nowUs,
      epoch: this.epochOf(endpoint),
      writtenUs: null,
      arrivedUs: null,
      storedUs: null,
      isWithheld: false,
    };
    this.sends.push(send);
    return send;
  }

  /** The first byte leaves. */
  written(send: ClusterSend): void {
    send.writtenUs = this.time.nowUs;
    this.figures.sends += 1;
    checkFirstByte(this, send);
  }

  epochOf({ slot }: ClusterEndpoint): number {
    return this.table.slots[slot]?.epoch ?? 0;
  }

  /** An attempt of a node is stored. @returns its send */
  stored(node: ClusterNode, { messageId, endpointId }: AttemptResult): ClusterSend | undefined {
    const send = this.sends.find(
      (send) =>
        send.node === node &&
        send.messageId === messageId &&
        send.endpoint.id === endpointId &&
        send.storedUs === null &&
        !send.isWithheld,
    );
    if (send) send.storedUs = this.time.nowUs;
    else this.violated(`${node.name} recorded an attempt that nobody made`);
    return send;
  }

  violated(what: string): void {
    if (this.violations.length < 10) this.violations.push(`${(this.time.nowUs / 1e6).toFixed(3)} s: ${what}`);
  }
}
