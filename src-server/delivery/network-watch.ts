/**
 * Knows whether this computer has a way out, from what the requests themselves meet: nothing is sent only to find out.
 *
 * The rule: an error that names our own way (`ownFault`) is first taken for that, also when it is the first or only one.
 * Its endpoint waits, no attempt is recorded, and the state is `offline`. A request to another target outside of this
 * computer that began later and was answered proves the way: everything that waits tries at once, and whoever meets the
 * same error again has it counted as a failure of his own. Without such proof, the endpoints that wait try again in
 * turn, one each second and each after five, until one meets something else; then all of them leave, the one that
 * waited for longest first.
 *
 * Not promised: to tell a receiver whose name server is broken from our own, while nothing else is sent.
 */
import { networkInterfaces } from 'node:os';
import type { Clock, Timer } from '../base/clock';
import type { Log } from '../base/log';
import { classifyAddress, parseAddress, withoutMapping } from './address-class';
import type { EndpointQueue } from './endpoint-queue';
import { failureMessage } from './failure-message';
import type { NetworkLoss } from './network-loss';
import type { LostWay } from './own-fault';
import type { Send } from './send';
import type { SendReport } from './sender';

/** Whether deliveries leave this computer, and since when, in milliseconds since 1970. */
export interface NetworkState {
  readonly state: 'online' | 'offline';
  readonly since: number;
}

/** How far a request got: 0 stays on this computer, 1 reaches networks around it, 2 the internet. */
type Reach = 0 | 1 | 2;

/** How far another request has to get to prove that a way is there after all. */
const PROVEN_BY: Readonly<Record<LostWay, Reach>> = { names: 1, private: 1, public: 2 };
const TICK_MS = 1000;
/** How long an endpoint waits for its next try; a little less than five ticks, so that it is due at the fifth. */
const TRY_AGAIN_US = 4_900_000;
/** How long the list of this computer's own addresses may be outdated. */
const ADDRESSES_KEPT_US = 5_000_000;

interface NetworkWatchParts {
  readonly clock: Clock;
  readonly log: Log;
}

export class NetworkWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  #since: number;
  #isOffline = false;
  #timer: Timer | null = null;
  #release: (queue: EndpointQueue) => void = () => undefined;
  /** The endpoints without a way, those that tried longest ago first. */
  readonly #waiting = new Set<EndpointQueue>();
  /** The latest start of a request that got so far, on the monotonic clock. */
  readonly #provenUs = { 1: Number.NEGATIVE_INFINITY, 2: Number.NEGATIVE_INFINITY };
  #own = { addresses: new Set<string>(), readAtUs: Number.NEGATIVE_INFINITY };

  constructor({ clock, log }: NetworkWatchParts) {
    this.#clock = clock;
    this.#log = log;
    this.#since = clock.now();
  }

  get state(): NetworkState {
    return { state: this.#isOffline ? 'offline' : 'online', since: this.#since };
  }

  /** The endpoints whose deliveries wait for the network. */
  get waiting(): Iterable<EndpointQueue> {
    return this.#waiting;
  }

  /** Sets what is called when something may leave a queue again. */
  whenFree(release: (queue: EndpointQueue) => void): void {
    this.#release = release;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#waiting.clear();
  }

  /**
   * Learns from a send that has ended.
   * @returns its report; if an error of our way turns out to be the receiver's, as a failure of that
   */
  judge({ queue, startedUs }: Pick<Send, 'queue' | 'startedUs'>, report: SendReport): SendReport {
    const { result } = report;
    // How a send ends that began with the way still there says nothing about later.
    const isOutdated = queue.networkLoss !== null && startedUs <= queue.networkLoss.metAtUs;
    if (isOutdated && result.kind !== 'no-network') return report;
    switch (result.kind) {
      case 'no-network':
        if (!this.#meet(queue, result.lost)) return report;
        return { ...report, result: { kind: 'failed', reason: failureMessage(result) } };
      case 'timed-out':
        this.#settle(queue); // says nothing about the way, for nobody else
        return report;
      case 'responded':
        this.#proves(startedUs, this.#reachOf(report.address), queue);
        return report;
      case 'failed':
        this.#proves(startedUs, 0, queue);
        return report;
      default:
        return report;
    }
  }

  /** @returns whether it is the receiver's fault, since the way is there */
  #meet(queue: EndpointQueue, lost: LostWay): boolean {
    const nowUs = this.#clock.monotonicUs();
    const isOthers = queue.networkLoss !== null && this.#isProven(queue.networkLoss);
    queue.networkLoss = { lost, metAtUs: nowUs, triedAtUs: nowUs };
    this.#waiting.delete(queue);
    queue.awaitsNetwork = !isOthers;
    if (isOthers) this.#update();
    else {
      this.#waiting.add(queue);
      this.#update();
      this.#timer ??= this.#clock.setTimer(TICK_MS, () => this.#tick());
    }
    return isOthers;
  }

  /** A request got somewhere. If its queue had no way before, that has come back for all. */
  #proves(startedUs: number, reach: Reach, queue: EndpointQueue): void {
    const before = queue.networkLoss;
    this.#settle(queue);
    const own = before === null ? 0 : before.lost === 'private' ? 1 : 2;
    const proven = Math.max(reach, own);
    if (proven >= 1) this.#provenUs[1] = Math.max(this.#provenUs[1], startedUs);
    if (proven >= 2) this.#provenUs[2] = Math.max(this.#provenUs[2], startedUs);
    if (proven >= 1 && this.#waiting.size > 0) this.#releaseProven();
  }

  #settle(queue: EndpointQueue): void {
    if (queue.networkLoss === null) return;
    queue.networkLoss = null;
    queue.awaitsNetwork = false;
    this.#waiting.delete(queue);
    this.#update();
  }

  #isProven({ lost, metAtUs }: NetworkLoss): boolean {
    return this.#provenUs[PROVEN_BY[lost] === 2 ? 2 : 1] > metAtUs;
  }

  #releaseProven(): void {
    const proven = [...this.#waiting].filter(({ networkLoss }) => networkLoss && this.#isProven(networkLoss));
    for (const queue of proven) {
      this.#waiting.delete(queue);
      queue.awaitsNetwork = false;
    }
    this.#update();
    const dueAt = (queue: EndpointQueue) => queue.window.first()?.dueAt ?? Number.MAX_SAFE_INTEGER;
    for (const queue of proven.sort((a, b) => dueAt(a) - dueAt(b))) this.#release(queue);
  }

  /** Gives the one that waits for longest a try. */
  #tick(): void {
    this.#timer = null;
    const nowUs = this.#clock.monotonicUs();
    for (const queue of this.#waiting) {
      const { networkLoss: loss } = queue;
      if (loss && nowUs - loss.triedAtUs < TRY_AGAIN_US) break;
      if (queue.inFlight > 0 && !queue.dropped) continue; // it is trying
      this.#waiting.delete(queue);
      // It had its chance, and nothing to send: paused, disabled, or nothing waits any more.
      if (queue.dropped || !queue.awaitsNetwork || !loss) continue;
      this.#waiting.add(queue);
      loss.triedAtUs = nowUs;
      queue.awaitsNetwork = false;
      this.#release(queue);
      break;
    }
    this.#update();
    if (this.#waiting.size > 0) this.#timer ??= this.#clock.setTimer(TICK_MS, () => this.#tick());
  }

  #update(): void {
    const isOffline = this.#waiting.size > 0;
    if (isOffline === this.#isOffline) return;
    this.#isOffline = isOffline;
    this.#since = this.#clock.now();
    if (isOffline) this.#log.warn('no network: deliveries to targets outside of this computer wait');
    else this.#log.info('the network is back');
  }

  /** @param address where the answer came from. Null: only the proxy knows */
  #reachOf(address: string | null | undefined): Reach {
    const bytes = address ? parseAddress(address) : null;
    if (!address || !bytes) return 2;
    const kind = classifyAddress(withoutMapping(bytes));
    if (kind === 'loopback' || this.#isOwn(address)) return 0;
    return kind === 'public' ? 2 : 1;
  }

  #isOwn(address: string): boolean {
    const nowUs = this.#clock.monotonicUs();
    if (nowUs - this.#own.readAtUs > ADDRESSES_KEPT_US) {
      const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
      this.#own = { addresses: new Set(all.map((one) => one.address)), readAtUs: nowUs };
    }
    return this.#own.addresses.has(address.replace(/^::ffff:(?=\d+\.)/i, ''));
  }
}
