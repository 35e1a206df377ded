/**
 * Knows whether this computer has a way out, from what the requests themselves meet: nothing is sent only to find out.
 *
 * The rule:
 * 1. What names our own way (`ownFault`: no route, no name service), or happens while no interface leads out of this
 *    computer, counts for no receiver: its endpoint waits, and the state is `offline`. What may be the fault of either
 *    side counts for its receiver, unless three fail alike (`AlikeFailures`).
 * 2. A request to a target outside of this computer that began later and was answered proves the way: everything that
 *    waits leaves, each endpoint at its limit, the one that waited for longest first. Who meets the same again has it
 *    counted.
 * 3. Until then, the endpoints that wait try again in turn, one each second and each after five.
 *
 * Not promised: to tell a receiver whose name server is broken from our own, while nothing else is sent.
 */
import type { Clock, Timer } from '../../base/clock';
import type { Log } from '../../base/log';
import { failureMessage } from '../connection/failure-message';
import { type LostWay, lostWayTo } from '../connection/own-fault';
import type { SendReport } from '../connection/sender';
import { AlikeFailures } from './alike-failures';
import type { EndpointQueue } from './endpoint-queue';
import type { NetworkLoss } from './network-loss';
import { type Reach, ReachFinder } from './reach-finder';
import type { Send } from './send';

/** Whether deliveries leave this computer, since when, in milliseconds since 1970, and the endpoints that wait for that. */
export interface NetworkState {
  readonly state: 'online' | 'offline';
  readonly since: number;
  readonly endpointIds: readonly string[];
}

/** How far another request has to get to prove that a way is there after all. */
const PROVEN_BY: Readonly<Record<LostWay, Reach>> = { names: 1, private: 1, public: 2 };
const TICK_MS = 1000;
/** How long an endpoint waits for its next try; a little less than five ticks, so that it is due at the fifth. */
const TRY_AGAIN_US = 4_900_000;

interface NetworkWatchParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether what was last sent to an endpoint has failed. */
  readonly isFailing: (endpointId: string) => boolean;
  /** The state has changed. */
  readonly onChange?: (() => void) | undefined;
}

/** What it needs of the engine. */
interface WatchedEngine {
  /** All endpoints with something to send. */
  readonly queues: () => Iterable<EndpointQueue>;
  /** Something may leave a queue again. */
  readonly release: (queue: EndpointQueue) => void;
}

/** What it has to know about a send. */
type EndedSend = Pick<Send, 'queue' | 'url' | 'startedUs'>;
type Done = (report: SendReport) => void;

export class NetworkWatch {
  readonly #parts: NetworkWatchParts;
  readonly #clock: Clock;
  readonly #reaches: ReachFinder;
  readonly #alike: AlikeFailures;
  #since: number;
  #isOffline = false;
  #isStopped = false;
  #timer: Timer | null = null;
  #engine: WatchedEngine = { queues: () => [], release: () => undefined };
  /** The endpoints without a way, those that tried longest ago first. */
  readonly #waiting = new Set<EndpointQueue>();
  /** The latest start of a request that got so far, on the monotonic clock. */
  readonly #provenUs = { 1: Number.NEGATIVE_INFINITY, 2: Number.NEGATIVE_INFINITY };

  constructor(parts: NetworkWatchParts) {
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#reaches = new ReachFinder(parts.clock);
    this.#alike = new AlikeFailures(parts.clock);
    this.#since = parts.clock.now();
  }

  get state(): NetworkState {
    const endpointIds = Array.from(this.#waiting, ({ endpointId }) => endpointId);
    return { state: this.#isOffline ? 'offline' : 'online', since: this.#since, endpointIds };
  }

  /** Since when the deliveries of an endpoint wait for the network, in milliseconds since 1970. Null: they do not. */
  heldSince(queue: EndpointQueue | undefined): number | null {
    return queue && this.#waiting.has(queue) ? this.#since : null;
  }

  watch(engine: WatchedEngine): void {
    this.#engine = engine;
  }

  stop(): void {
    this.#isStopped = true;
    this.#alike.stop();
    this.#timer?.cancel();
    this.#timer = null;
    this.#waiting.clear();
  }

  /**
   * Learns from a send that has ended.
   * @param done gets its report, at the latest two seconds later: with `no-network`, it counts for nobody
   */
  judge(send: EndedSend, report: SendReport, done: Done): void {
    const { queue, startedUs } = send;
    const { result } = report;
    if (result.kind === 'no-network') {
      const isTheirs = this.#meet(queue, result.lost);
      done(isTheirs ? { ...report, result: { kind: 'failed', reason: failureMessage(result) } } : report);
      return;
    }
    const likeness = this.#likenessOf(send.url, report);
    if (likeness !== null) {
      this.#doubt(send, report, { likeness, done });
      return;
    }
    const reach = result.kind === 'responded' ? this.#reaches.of(report.address ?? null) : 0;
    if (reach > 0) this.#alike.reached();
    // How a send ends that began with the way still there says nothing about later.
    const isOutdated = queue.networkLoss !== null && startedUs <= queue.networkLoss.metAtUs;
    if (!isOutdated) this.#learn(send, result.kind, reach);
    done(report);
  }

  #learn({ queue, startedUs }: EndedSend, kind: SendReport['result']['kind'], reach: Reach): void {
    if (kind === 'responded' || kind === 'failed') this.#proves(startedUs, reach, queue);
    else if (kind === 'timed-out') this.#settle(queue); // says nothing about the way, for nobody else
  }

  /** What a failure has in common with others if it may be ours. Null: it may not. */
  #likenessOf(url: string, { result, likeness = null, address = null }: SendReport): string | null {
    if (likeness === null && result.kind !== 'failed' && result.kind !== 'timed-out') return null;
    const isOutside = address === null ? this.#reaches.isOutside(hostOf(url)) : this.#reaches.of(address) > 0;
    if (!isOutside) return null;
    return this.#reaches.hasWayOut() ? likeness : 'no interface';
  }

  #doubt(
    { queue, url }: EndedSend,
    report: SendReport,
    { likeness, done }: { readonly likeness: string; readonly done: Done },
  ): void {
    const loss = queue.networkLoss;
    const lost = lostWayTo(report.address ?? null);
    const decide = (isOurs: boolean) => {
      const isCounted = !isOurs || this.#meet(queue, lost);
      if (isCounted) this.#settle(queue);
      done(isCounted ? report : { ...report, result: { kind: 'no-network', code: likeness, lost } });
    };
    if (this.#isStopped || !this.#reaches.hasWayOut()) decide(true);
    else if (loss !== null && this.#isProven(loss)) decide(false);
    else {
      const isOld = loss === null && this.#parts.isFailing(queue.endpointId);
      const failure = { host: hostOf(url), likeness, isOld };
      this.#alike.take(failure, { lost: this.#lostHosts(), busy: this.#busyHosts() }, decide);
    }
  }

  *#lostHosts(): Iterable<string> {
    for (const { url } of this.#waiting) if (url !== null) yield hostOf(url);
  }

  *#busyHosts(): Iterable<string> {
    for (const { url, inFlight } of this.#engine.queues()) {
      if (inFlight > 0 && url !== null && this.#reaches.isOutside(hostOf(url))) yield hostOf(url);
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
      this.#tickLater();
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
    for (const queue of proven.sort((a, b) => dueAt(a) - dueAt(b))) this.#engine.release(queue);
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
      this.#engine.release(queue);
      break;
    }
    this.#update();
    if (this.#waiting.size > 0) this.#tickLater();
  }

  #tickLater(): void {
    if (!this.#isStopped) this.#timer ??= this.#clock.setTimer(TICK_MS, () => this.#tick());
  }

  #update(): void {
    const isOffline = this.#waiting.size > 0;
    if (isOffline === this.#isOffline) return;
    this.#isOffline = isOffline;
    this.#since = this.#clock.now();
    if (isOffline) this.#parts.log.warn('no network: deliveries to targets outside of this computer wait');
    else this.#parts.log.info('the network is back');
    this.#parts.onChange?.();
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
