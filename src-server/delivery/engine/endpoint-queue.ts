import { InFlightCap } from '../../pacing/in-flight-cap';
import { OpeningOrder } from '../../pacing/opening-order';
import { Pacer } from '../../pacing/pacer';
import type { WaitingDelivery } from '../../storage/messages/delivery-store';
import { type Entry, EntryQueue } from '../endpoints/entry-queue';
import { BackOff } from './back-off';
import type { NetworkLoss } from './network-loss';

/**
 * What the engine knows about one endpoint: a window of its due deliveries in sending order, those in flight, its
 * pacer, and how much it can take.
 *
 * `window`, `unsettled` and the table together hold each delivery exactly once: a row that is due and waiting in the
 * table is in the window, unsettled (in flight, or its result not on disk yet), or still unread. `complete` says that
 * no due one is unread; only then may a fresh delivery enter the window without a read.
 *
 * An ordered one has what was attempted and waits for its retry in the window, too, at its head: nothing passes it there.
 */
export class EndpointQueue {
  readonly endpointId: string;
  readonly pacer: Pacer;
  /** What the receiver at `url` can take. */
  backOff = new BackOff();
  /** The URL of its endpoint when last checked. Null: not checked yet. */
  url: string | null = null;
  readonly window = new EntryQueue();
  complete: boolean;
  /** When the first delivery is due that is neither in the window nor unsettled (ms since 1970). Null: there is none, or it is unread. */
  nextDueAt: number | null = null;
  /** True while a page of the table is being read. */
  reading = false;
  /** True while contents are being read. */
  readingContents = false;
  /** The most entries that the last page was read to hold, and when it was read (ms since 1970). */
  pageEntries = 16;
  pageReadAt = Number.NEGATIVE_INFINITY;
  /** The highest id of a delivery in any page read. */
  highestIdRead = -1;
  inFlight = 0;
  /** Sends that wait for a connection being opened. */
  readonly opening = new OpeningOrder();
  /** True while the next send waits for one in flight to be written. */
  awaitsWrite = false;
  /** No send before this time (monotonic clock), because this machine could not open a connection. */
  putOffUntilUs = Number.NEGATIVE_INFINITY;
  /** True: no send, because this computer has no way out. */
  awaitsNetwork = false;
  /** That it had no way out at its last try. Null: it had, or did not try yet. */
  networkLoss: NetworkLoss | null = null;
  /** True while its endpoint is being disabled at the receiver's request. */
  disabling = false;
  /** True: a page is to be read, however much is in the window. */
  isDoubted = false;
  /** True: other processes store deliveries for it, too, and this one learns of them a moment later. */
  isShared = false;
  /** True once its endpoint is gone, or another process sends to it. */
  dropped = false;
  /** True once another process may send to its endpoint: what has not left yet stays here. */
  isGivenUp = false;
  /** Told of each delivery that is settled or lost. Null: nobody wants to know. */
  onSettled: ((deliveryId: number) => void) | null = null;
  /** The next queue of its endpoint, if that came before everything here was settled. */
  heir: EndpointQueue | null = null;
  /** Bytes of a typical payload, used to decide how many to read at once. */
  typicalBytes = 32_768;
  readonly #cap = new InFlightCap();
  readonly #unsettled = new Set<number>();
  /** Who waits for the outcome of a delivery. */
  readonly #awaited = new Map<number, readonly (() => void)[]>();
  /** The unsettled ones whose outcome will never be on disk. Null: there is none. */
  #lost: Set<number> | null = null;
  /** While a page is being read: the deliveries settled since, which the page may still show as waiting. */
  #settledWhileReading: Set<number> | null = null;
  /** While a page is being read: fresh deliveries, which it shows or not. */
  #arrivedWhileReading: Entry[] = [];
  #changedWhileReading = false;
  /** True: the page being read may lack what comes first by now. */
  #isReadOutdated = false;

  /**
   * @param complete false when the table may hold deliveries for it
   * @param lastWriteUs the latest time something may have been sent to it, on the monotonic clock; null: never
   */
  constructor(endpointId: string, complete: boolean, lastWriteUs: number | null) {
    this.endpointId = endpointId;
    this.complete = complete;
    this.pacer = new Pacer(lastWriteUs);
  }

  /** True: each delivery waits until the one before has ended. */
  get isOrdered(): boolean {
    return this.window.attemptedFirst;
  }

  /** When the oldest in the window was due (ms since 1970). Null: it is empty. */
  get oldestDueAt(): number | null {
    const times = this.window.firstFew(this.isOrdered ? 2 : 1).map(({ dueAt }) => dueAt);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Entries of the window that are due by now; in an ordered one, the head may not be. */
  dueCount(now: number): number {
    if (!this.isOrdered) return this.window.length;
    return this.window.firstFew(this.window.length).filter(({ dueAt }) => dueAt <= now).length;
  }

  /** True while an ordered one waits for the retry of its head or for a response, and not for its limit. */
  isBlocked(now: number, nowUs: number): boolean {
    if (!this.isOrdered) return false;
    if (!this.isSettled) return this.pacer.hasSlotAt(nowUs);
    return (this.window.first()?.dueAt ?? now) > now;
  }

  /** True while no more sends may be in flight at once. */
  isFull(limited: boolean): boolean {
    return this.#cap.isReached(this.inFlight, limited);
  }

  /** Another address is another receiver, which has said nothing yet. */
  setTarget(url: string): void {
    if (url === this.url) return;
    this.url = url;
    this.backOff = new BackOff();
    this.awaitsNetwork = false;
    this.networkLoss = null;
  }

  /** Somebody says that the receiver was repaired: what it asked for, and how slow it was, no longer counts. */
  forgive(nowUs: number): void {
    this.backOff = new BackOff(nowUs);
    this.#cap.forgive();
  }

  /** Records how a send ended. */
  learn(outcome: Parameters<InFlightCap['learn']>[0]): void {
    this.#cap.learn(outcome);
  }

  /** Deliveries that a page of the table shows although the queue already has them. */
  get knownCount(): number {
    return this.window.length + this.#unsettled.size;
  }

  /** Deliveries in flight, or whose result is not on disk yet. */
  get unsettledCount(): number {
    return this.#unsettled.size;
  }

  /** True when no outcome is still to come. */
  get isSettled(): boolean {
    return this.#unsettled.size === (this.#lost?.size ?? 0);
  }

  /** The ones of this moment. */
  unsettled(): ReadonlySet<number> {
    return new Set(this.#unsettled);
  }

  isUnsettled(deliveryId: number): boolean {
    return this.#unsettled.has(deliveryId);
  }

  take(entry: Entry): void {
    this.#unsettled.add(entry.id);
  }

  /**
   * Keeps these from being sent until they are settled: they leave the window, and no page brings them back.
   * @returns the ones that were in the window
   */
  exclude(deliveryIds: ReadonlySet<number>): readonly Entry[] {
    for (const id of deliveryIds) this.#unsettled.add(id);
    const removed = this.window.remove(deliveryIds);
    for (const entry of removed) entry.unsendable = true;
    return removed;
  }

  /** Keeps from being sent here what an earlier queue of the endpoint has not settled yet. */
  inherit(earlier: EndpointQueue): void {
    earlier.heir = this;
    for (const id of earlier.#unsettled) if (!earlier.#lost?.has(id)) this.#unsettled.add(id);
  }

  /** Its outcome will never be on disk; it stays unsettled. */
  lose(deliveryId: number): void {
    this.#lost ??= new Set();
    this.#lost.add(deliveryId);
    this.onSettled?.(deliveryId);
    this.#tell(deliveryId);
  }

  /** Returns it to its place in the window, as if never taken. */
  requeue(entry: Entry): void {
    this.#unsettled.delete(entry.id);
    this.window.insert(entry);
    this.#tell(entry.id);
  }

  /** Resolves when its outcome is on disk, or will never be; at once if it is not on its way. */
  whenSettled(deliveryId: number): Promise<void> {
    if (!this.#unsettled.has(deliveryId)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#awaited.set(deliveryId, [...(this.#awaited.get(deliveryId) ?? []), resolve]);
    });
  }

  #tell(deliveryId: number): void {
    for (const resolve of this.#awaited.get(deliveryId) ?? []) resolve();
    this.#awaited.delete(deliveryId);
  }

  /** Its outcome is on disk. If it still waits, `dueLater` must follow at once. */
  settle(deliveryId: number): void {
    this.#unsettled.delete(deliveryId);
    this.#settledWhileReading?.add(deliveryId);
    this.onSettled?.(deliveryId);
    this.#tell(deliveryId);
  }

  /** A waiting delivery that is in the table but not in the window, and due after all that is there. */
  leaveUnread(): void {
    this.complete = false;
    this.#changedWhileReading = true;
  }

  /** There may be waiting deliveries in the table that are due before some in the window. */
  doubt(): void {
    // If it is not complete, the window has nothing that came after its last page.
    if (this.complete) this.isDoubted = true;
    this.leaveUnread();
  }

  /** Its window was emptied, and what comes first is to be read from the table, also if a page is being read already. */
  startAnew(): void {
    this.leaveUnread();
    this.#isReadOutdated = this.reading;
  }

  dueLater(dueAt: number): void {
    this.nextDueAt = Math.min(this.nextDueAt ?? dueAt, dueAt);
  }

  /** True when something that was not due, or not there, when the table was last read may have to leave before this one. */
  comesAfterUnread({ dueAt }: Entry): boolean {
    return (this.isShared && this.isOrdered) || (this.nextDueAt !== null && this.nextDueAt <= dueAt);
  }

  /** How many have arrived since a page is being read. */
  get arrivedCount(): number {
    return this.#arrivedWhileReading.length;
  }

  /** A fresh delivery, due now, while a page is being read. */
  arriveWhileReading(entry: Entry): void {
    this.#arrivedWhileReading.push(entry);
  }

  beginRead(): void {
    this.reading = true;
    this.nextDueAt = null;
    this.#settledWhileReading = new Set();
    this.#changedWhileReading = false;
    this.#isReadOutdated = false;
  }

  /**
   * Adds a page. If that makes the window complete, what has arrived meanwhile belongs there, too.
   * @param atEnd true when the table holds no more due deliveries; then `dueLater` has been told of the next one
   * @returns how many of the page are new in the window, and what has arrived: `lacking` is to be put into the window
   */
  endRead(page: readonly WaitingDelivery[], atEnd: boolean): EndedRead {
    const rows = this.#isReadOutdated ? [] : page;
    const settled = this.#settledWhileReading;
    const inWindow = this.window.ids();
    const before = this.window.length;
    for (const row of rows) {
      if (row.id > this.highestIdRead) this.highestIdRead = row.id;
      // What the page says of one that was settled since is outdated: it has ended, or `nextDueAt` knows of its retry.
      if (inWindow.has(row.id) || this.#unsettled.has(row.id) || settled?.has(row.id)) continue;

      const { id, messageId, dueAt, attemptCount, manual, extra } = row;
      const fresh = { content: null, staleOnce: false, unsendable: false };
      this.window.insert({ id, messageId, dueAt, attemptCount, manual, extra, ...fresh });
    }
    this.isDoubted = false;
    const added = this.window.length - before;
    const arrived = this.abandonRead();
    const lacksDue = arrived.some((entry) => this.comesAfterUnread(entry));
    this.complete = atEnd && !this.#changedWhileReading && !lacksDue;
    if (arrived.length === 0 || !this.complete) return { added, lacking: [], others: arrived };
    const shown = new Set(rows.map(({ id }) => id));
    const isKnown = ({ id }: Entry) => shown.has(id) || this.#unsettled.has(id) || settled?.has(id) === true;
    return {
      added,
      lacking: arrived.filter((entry) => !isKnown(entry)),
      others: arrived.filter(isKnown),
    };
  }

  /**
   * Ends a read; without a page, if it failed.
   * @returns what has arrived meanwhile, which is in the table, too
   */
  abandonRead(): readonly Entry[] {
    const arrived = this.#arrivedWhileReading;
    if (arrived.length > 0) this.#arrivedWhileReading = [];
    this.reading = false;
    this.#settledWhileReading = null;
    return arrived;
  }
}

interface EndedRead {
  readonly added: number;
  readonly lacking: readonly Entry[];
  readonly others: readonly Entry[];
}
