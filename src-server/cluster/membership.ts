/**
 * This node among those that share a database: its beat, which of the others are gone, and which slots it sends to.
 *
 * Promises: two nodes never send to the same endpoint at the same time, whatever their wall clocks show and wherever one
 * is frozen or cut off. A node trusts its slots for a shorter time after a beat than any other node watches that beat
 * before it takes them. Not promised: what a clock that runs faster than another by more than the margin breaks, and that
 * a request which a frozen process had begun to write does not go on when it wakes up.
 *
 * The idea is that of leases: Gray and Cheriton, "Leases: an efficient fault-tolerant mechanism for distributed file cache
 * consistency" (1989).
 */
import type { Clock, Timer } from '../base/clock';
import type { Log } from '../base/log';
import type { SendRight } from '../delivery/endpoints/send-right';
import {
  leaseMsOf,
  type NewNode,
  type NodeRow,
  type NodeTable,
  type NodeTableState,
} from '../storage/node-table';
import { type Beating, BeatWatch } from '../storage/postgres/beat-watch';
import { type Moment, Trust, trustMs } from '../storage/trust';
import { ClusterListeners } from './cluster-listeners';
import { DatabaseTime } from './database-time';
import { HeldSlots } from './held-slots';
import { Housekeeping } from './housekeeping';
import type { Cluster, SlotListener } from './interface/cluster';
import { planSlots } from './slot-plan';
import { slotOf } from './slots';

/** How often a node beats, unless its lease is very short. */
const BEAT_MS = 1_000;

export interface MembershipParts {
  readonly table: NodeTable;
  /** Real time: other nodes measure it, too. */
  readonly clock: Clock;
  readonly log: Log;
  /** How long the others wait for a beat; the same for all of them. */
  readonly leaseMs: number;
  /** What the database has said just now, before this node joins. */
  readonly found: NodeTableState;
  /** When it was asked for that, on the monotonic clock. */
  readonly askedUs: number;
  readonly listener: SlotListener;
  /** A new id for a node. */
  readonly newId: () => string;
  readonly sendsPerSecond: () => number;
  /** @throws Error when this node cannot work together with those that live */
  readonly assertFits: (state: NodeTableState, selfId: string) => Promise<void>;
}

export class Membership implements Cluster {
  readonly sendRight: SendRight;
  readonly #parts: MembershipParts;
  readonly #trust: Trust;
  readonly #held: HeldSlots;
  readonly #watch: BeatWatch;
  readonly #time: DatabaseTime;
  readonly #afterBeat: ClusterListeners;
  readonly #afterRejoining: ClusterListeners;
  readonly #house: Housekeeping;
  #onTrusted: () => void = () => undefined;
  #onFreed: () => void = () => undefined;
  #id: string;
  #self: Omit<NewNode, 'id'> | null = null;
  #state: NodeTableState;
  #timer: Timer | null = null;
  #beating: Promise<void> = Promise.resolve();
  #isLeaving = false;
  #hasJoined = false;
  #isStopped = false;
  #isCut = false;
  #quietUntilUs = Number.NEGATIVE_INFINITY;
  #isAskedFor = false;
  /** It was taken for dead, and what it has cached is older than its new id. */
  #isStale = false;

  constructor(parts: MembershipParts) {
    const { clock, log, listener } = parts;
    this.#parts = parts;
    this.#trust = new Trust(clock, trustMs(parts.leaseMs));
    this.#held = new HeldSlots({ listener, log, free: (slots) => this.#free(slots) });
    this.#watch = new BeatWatch(clock);
    this.#time = new DatabaseTime(clock, parts.found.now, parts.askedUs);
    this.#afterBeat = new ClusterListeners(log);
    this.#afterRejoining = new ClusterListeners(log);
    this.#house = new Housekeeping(clock, () => this.isHousekeeper());
    this.#id = parts.newId();
    this.#state = parts.found;
    this.sendRight = {
      covers: (endpointId) => this.#held.isSending(slotOf(endpointId)),
      mayStart: (endpointId) => this.#held.isSending(slotOf(endpointId)) && this.#trust.holds(),
      fenceOf: (endpointId) => this.#held.fenceOf(slotOf(endpointId)),
    };
  }

  /**
   * Joins the others, and takes what is free. Resolves when the engine knows what waits there.
   * @throws Error with a sentence for the user when it cannot
   */
  async start(self: Omit<NewNode, 'id'>): Promise<void> {
    const { table, assertFits } = this.#parts;
    this.#self = self;
    await this.#join();
    try {
      await assertFits(this.#state, this.#id);
    } catch (cause) {
      await table.leave(this.#id).catch(() => undefined);
      throw cause;
    }
    this.#beating = this.#tick();
    await this.#beating;
    this.#beatLater(0);
    await this.#held.taken();
  }

  /** Takes no more slots, and gives back its own, each as soon as nothing is in flight to it. Waits only to say so. */
  async beginLeaving(): Promise<void> {
    this.#isLeaving = true;
    await this.#sayLeaving().catch(() => undefined); // again with the next beat
  }

  /** Gives back what is left, and leaves. Call it when nothing is sent any more. */
  async stop(): Promise<void> {
    const { table, log } = this.#parts;
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#house.end();
    await this.#beating;
    this.#trust.end();
    this.#held.lose();
    await table.leave(this.#id).catch((cause: unknown) => {
      log.warn({ err: cause }, 'this node could not say that it leaves; the others notice after its lease');
    });
    await table.close();
  }

  isTrusted(): boolean {
    return this.#trust.holds();
  }

  selfId(): string {
    return this.#id;
  }

  state(): NodeTableState {
    return this.#state;
  }

  beatAgeMs(id: string): number {
    return this.#watch.ageMs(id);
  }

  ownerOf(endpointId: string): NodeRow | null {
    const owner = this.#state.slots[slotOf(endpointId)]?.owner ?? null;
    return this.#state.nodes.find(({ id, diedAt }) => id === owner && diedAt === null) ?? null;
  }

  isSelf(node: NodeRow): boolean {
    return node.id === this.#id;
  }

  isHousekeeper(): boolean {
    return this.#held.isSending(0) && this.#trust.holds();
  }

  now(): number {
    return this.#time.now();
  }

  wallNow(): number {
    return this.#time.wallNow();
  }

  onBeat(listener: () => Promise<void>): void {
    this.#afterBeat.add(listener);
  }

  onFreed(listener: () => void): void {
    this.#onFreed = listener;
  }

  beatNow(): void {
    if (this.#timer === null) {
      this.#isAskedFor = true; // what it is doing now may have read the state before
      return;
    }
    this.#timer.cancel();
    this.#beatIn(0);
  }

  onHousekeeping(listener: (isKept: boolean) => void): void {
    this.#house.add(listener);
  }

  onRejoined(listener: () => Promise<void>): void {
    this.#afterRejoining.add(listener);
  }

  /** Calls `listener` when sends may start again after this node had lost its trust; only the last one given is kept. */
  onTrusted(listener: () => void): void {
    this.#onTrusted = listener;
  }

  async #join(): Promise<void> {
    if (!this.#self) return;
    const askedUs = this.#parts.clock.monotonicUs();
    this.#read(await this.#parts.table.join({ id: this.#id, ...this.#self }), askedUs);
    this.#hasJoined = true;
  }

  #beatLater(tookMs: number): void {
    const everyMs = Math.min(BEAT_MS, this.#parts.leaseMs / 6);
    this.#beatIn(this.#isAskedFor ? 0 : Math.max(everyMs / 10, everyMs - tookMs));
  }

  #beatIn(ms: number): void {
    if (this.#isStopped) return;
    const { clock } = this.#parts;
    this.#timer = clock.setTimer(ms, () => {
      this.#timer = null;
      this.#isAskedFor = false;
      const startUs = clock.monotonicUs();
      this.#beating = this.#tick().then(() => this.#beatLater((clock.monotonicUs() - startUs) / 1000));
    });
  }

  async #free(slots: Parameters<NodeTable['release']>[1]): Promise<void> {
    await this.#parts.table.release(this.#id, slots);
    this.#onFreed();
  }

  async #tick(): Promise<void> {
    const { log } = this.#parts;
    try {
      await this.#beat();
      if (this.#isCut) log.info('this node beats again');
      this.#isCut = false;
    } catch (cause) {
      this.#watch.startAnew();
      if (!this.#isCut)
        log.warn({ err: cause }, 'the beat of this node failed; without it, it soon sends nothing');
      this.#isCut = true;
    }
    this.#house.tell();
  }

  async #beat(): Promise<void> {
    const { table, sendsPerSecond } = this.#parts;
    if (!this.#hasJoined) await this.#join();
    // A beat that arrives, and whose answer does not, would keep others from sending in place of this node.
    else if (this.#isCut) await table.read();
    const moment = this.#trust.moment();
    const state = await table.beat(this.#id, sendsPerSecond());
    if (!state) return this.#rejoin();
    this.#read(state, moment.us);
    if (this.#parts.clock.monotonicUs() >= this.#quietUntilUs) this.#renew(moment);
    this.#follow();
    await this.#buryOthers();
    if (this.#isLeaving) await this.#sayLeaving();
    else await this.#balance();
    if (this.#isStale) void this.#refresh();
    void this.#afterBeat.call();
  }

  /** The server that has taken over may have forgotten who sends to what: nobody is trusted for one lease. */
  #noticeFailover({ timeline }: NodeTableState): void {
    const { clock, leaseMs, log } = this.#parts;
    const before = this.#state.timeline;
    if (timeline === before || timeline === undefined || before === undefined) return;
    log.warn({ leaseMs }, 'the database has failed over; this node sends nothing for one lease');
    this.#quietUntilUs = clock.monotonicUs() + leaseMs * 1000;
    this.#trust.end();
  }

  #renew(moment: Moment): void {
    const had = this.#trust.holds();
    this.#trust.renew(moment);
    this.#house.tellIn(trustMs(this.#parts.leaseMs));
    if (!had && this.#trust.holds()) this.#onTrusted();
  }

  /** Another node has found it dead, or somebody has removed it: it owns nothing, and comes back as a new one. */
  async #rejoin(): Promise<void> {
    this.#trust.end();
    this.#held.lose();
    this.#hasJoined = false;
    if (this.#isLeaving) return this.#timer?.cancel();
    this.#parts.log.error(
      'this node was taken for dead, and its endpoints have gone to others; it joins again',
    );
    const before = this.#id;
    this.#id = this.#parts.newId();
    this.#isStale = true;
    await this.#parts.table.freeOfMissing(before); // whoever else does it waits for a lease
    await this.#beat();
  }

  /** What it has cached may be as old as its last beat. Until that is renewed, it takes no slots. */
  async #refresh(): Promise<void> {
    const id = this.#id;
    const isDone = await this.#afterRejoining.call();
    if (isDone && id === this.#id) this.#isStale = false;
  }

  #read(state: NodeTableState, askedUs: number): void {
    this.#noticeFailover(state);
    this.#state = state;
    this.#time.read(state.now, askedUs);
    this.#watch.see([...state.nodes, ...missingOwners(state)]);
  }

  #follow(): void {
    this.#held.follow(this.#state.slots.filter(({ owner }) => owner === this.#id));
  }

  async #buryOthers(): Promise<void> {
    const { table, leaseMs, log, clock } = this.#parts;
    const gone = this.#state.nodes.filter(
      (node) =>
        node.id !== this.#id &&
        node.diedAt === null &&
        this.#watch.hasStoodStill(node, Math.max(leaseMs, leaseMsOf(node))),
    );
    const missing = missingOwners(this.#state).filter((node) => this.#watch.hasStoodStill(node, leaseMs));
    if (gone.length === 0 && missing.length === 0) return;
    for (const { id, beat, address } of gone) {
      if (await table.markDead(id, beat))
        log.warn({ node: id, address }, 'a node has stopped; others send for it');
    }
    for (const { id } of missing) {
      await table.freeOfMissing(id);
      log.warn({ node: id }, 'a node was removed from the table of nodes; others send for it');
    }
    const askedUs = clock.monotonicUs();
    this.#read(await table.read(), askedUs);
    this.#follow();
  }

  async #balance(): Promise<void> {
    const { release, take } = planSlots(this.#state, this.#id, this.#held.kept());
    this.#held.release(release);
    if (take.length === 0 || this.#isStale) return;
    const taken = await this.#parts.table.take(this.#id, take);
    const rows = new Map(taken.map((row) => [row.slot, row]));
    this.#state = { ...this.#state, slots: this.#state.slots.map((row) => rows.get(row.slot) ?? row) };
    this.#held.take(taken);
  }

  async #sayLeaving(): Promise<void> {
    this.#held.release(this.#held.kept());
    this.#house.tell();
    const self = this.#state.nodes.find(({ id }) => id === this.#id);
    if (!self?.isLeaving) await this.#parts.table.leaving(this.#id);
  }
}

/**
 * Owners of slots that the table of nodes does not have, because somebody has emptied it by hand. One that still runs
 * trusts its slots as after its last beat, so it is watched like one whose beat stands still.
 */
function missingOwners({ nodes, slots }: NodeTableState): readonly Beating[] {
  const owners = new Set(slots.flatMap(({ owner }) => owner ?? []));
  for (const { id } of nodes) owners.delete(id);
  return [...owners].map((id) => ({ id, beat: 0 }));
}
