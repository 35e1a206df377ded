/**
 * Measures what flows to each endpoint.
 *
 * Promises: reporting an event costs a few additions and never waits. An endpoint without traffic costs nothing: it has
 * no entry here, and without any traffic no timer runs. Seconds of the last five minutes are in memory, minutes of the
 * last 24 hours in the database, written together once a minute. What was not measured is absent, never zero. Memory is
 * bounded: beyond 2,000 endpoints with simultaneous traffic, fewer seconds are kept of each, down to one minute at
 * 10,000.
 *
 * Not promised: that minutes survive a crash or a disk that cannot be written to; they are a picture, not a ledger.
 *
 * An arriving delivery creates an entry. It is *active* while something happens or is due, rests without its seconds
 * while deliveries wait for a later retry, and is removed when nothing waits anymore. Active entries are checked once a
 * second.
 */
import type { Clock, Timer } from '../base/clock';
import { Histogram } from '../base/histogram';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { type EndpointFacts, type EndpointFlow, endpointState } from '../contract/endpoint-state';
import type { LiveTraffic } from '../contract/live-event';
import type { DeliveryStateOut, EndpointTraffic, TrafficBucket } from '../contract/traffic';
import type { TrafficMinute, TrafficStore } from '../storage/messages/traffic-store';
import { Buckets, KEPT_SECONDS, minuteOf } from './buckets';
import { mostUrgent, noEndpoints, type Urgency } from './merge-delivery-states';
import { MinuteLog } from './minute-log';
import { ATTEMPT_OUTCOMES, type AttemptOutcome, type EndedTraffic, type TrafficSink } from './traffic-sink';
import { currentTraffic, endpointFlow, type FlowSources, type QueueView } from './traffic-state';

interface TrafficParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: TrafficStore;
  /** See `MinuteLog`. */
  readonly keepsAll?: (() => boolean) | undefined;
}

/** Buckets of one second over all endpoints, 36 bytes each, and the fewest per endpoint. */
const MOST_SECONDS = 600_000;
const FEWEST_SECONDS = 60;
const PUSH_INTERVAL_MS = 250;
/** Entries whose second ends in one turn of the event loop, some microseconds each. */
const ENTRIES_PER_TURN = 1000;
/** Smaller backward steps of the wall clock are waited out. */
const CLOCK_STEP_S = 2;
/** Bounds of the histograms, in seconds. An attempt may take as long as the operator allows, a queue a day. */
const ATTEMPT_BOUNDS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];
const DELAY_BOUNDS_S = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3600, 86_400];

export class Traffic implements TrafficSink, Service {
  readonly name = 'traffic history';
  /** Messages accepted since the start. */
  acceptedTotal = 0;
  /** How long each attempt recorded since the start took, by outcome. */
  readonly attemptSeconds = Object.fromEntries(
    ATTEMPT_OUTCOMES.map((outcome) => [outcome, new Histogram(ATTEMPT_BOUNDS_S)]),
  ) as Record<AttemptOutcome, Histogram>;
  /** From when a message could be sent to the first byte of its first attempt at each endpoint. */
  readonly deliveryDelaySeconds = new Histogram(DELAY_BOUNDS_S);
  /** Waiting deliveries, over all endpoints. */
  queueTotal = 0;
  readonly #parts: TrafficParts;
  readonly #entries = new Map<string, Buckets>();
  readonly #active = new Map<string, Buckets>();
  /** When something last happened at an endpoint, in seconds since 1970: one number for each that was ever sent to. */
  readonly #seen = new Map<string, number>();
  #look: (endpointId: string) => QueueView | undefined = () => undefined;
  #lastS: number;
  #recordedSinceS: number;
  readonly #minutes: MinuteLog;
  /** The minute in which the previous ones were written. */
  #writtenIn: number;
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(parts: TrafficParts) {
    this.#parts = parts;
    this.#minutes = new MinuteLog(parts);
    this.#lastS = Math.floor(parts.clock.now() / 1000);
    this.#recordedSinceS = this.#lastS;
    this.#writtenIn = minuteOf(this.#lastS);
  }

  /** Endpoints that have an entry. */
  get size(): number {
    return this.#entries.size;
  }

  begin(...[queues, later, look, retries = [], last = []]: Parameters<TrafficSink['begin']>): void {
    this.#look = look;
    for (const { endpointId, at } of last) this.#seen.set(endpointId, Math.floor(at / 1000));
    for (const { endpointId, waiting } of queues) {
      if (!this.#entries.has(endpointId)) this.#entries.set(endpointId, new Buckets(this.#lastS, 0));
      this.waits(endpointId, waiting);
      if (look(endpointId)) this.#activate(endpointId);
    }
    const unplaced = new Map(retries.map(({ endpointId, count }) => [endpointId, count]));
    for (const { endpointId, dueS, count } of later) {
      const entry = this.#entries.get(endpointId);
      entry?.later.add(dueS, count);
      // Which of them are retries is not known: the first ones, as nearly all are.
      const left = unplaced.get(endpointId) ?? 0;
      if (left > 0) entry?.retries.add(dueS, Math.min(left, count));
      unplaced.set(endpointId, left - count);
    }
  }

  accepted(): void {
    this.acceptedTotal += 1;
  }

  arrived(endpointId: string, dueAt: number): void {
    const second = this.#now();
    if (!this.#entries.has(endpointId)) this.#entries.set(endpointId, new Buckets(second, 0));
    this.queueTotal += 1;
    const entry = this.#at(endpointId);
    entry?.arrived();
    this.#wait(entry, dueAt);
  }

  madeDue(endpointId: string, count: number): void {
    const entry = this.#at(endpointId);
    entry?.later.leave(count);
    entry?.retries.leave(count);
  }

  sent(endpointId: string, delayMs: number, isFirst: boolean): void {
    const delay = Math.max(0, delayMs);
    if (isFirst) this.deliveryDelaySeconds.observe(delay / 1000);
    this.#at(endpointId)?.sent(delay);
  }

  ended(endpointId: string, { outcome, durationMs, retryAt }: EndedTraffic): void {
    this.attemptSeconds[outcome].observe(durationMs / 1000);
    const entry = this.#at(endpointId);
    entry?.ended(outcome === 'success');
    if (retryAt === null) this.dropped(endpointId);
    else this.#wait(entry, retryAt, true);
  }

  dropped(endpointId: string): void {
    const entry = this.#entries.get(endpointId);
    if (!entry || entry.queue === 0) return;
    entry.left();
    this.queueTotal -= 1;
  }

  waits(endpointId: string, count: number): void {
    const entry = this.#entries.get(endpointId);
    if (!entry) return;
    this.queueTotal += count - entry.queue;
    entry.queue = count;
  }

  left(endpointId: string): void {
    const entry = this.#active.get(endpointId);
    if (entry) this.#minutes.add(endpointId, entry.endMinute(minuteOf(this.#lastS)));
    this.forget(endpointId);
  }

  forget(endpointId: string): void {
    this.queueTotal -= this.#entries.get(endpointId)?.queue ?? 0;
    this.#entries.delete(endpointId);
    this.#active.delete(endpointId);
    this.#seen.delete(endpointId);
  }

  /** Requests whose first byte left within the last whole second, over all endpoints. */
  sendsPerSecond(): number {
    const second = this.#now() - 1;
    let sum = 0;
    for (const entry of this.#active.values()) sum += entry.ring.sum('sends', second, second);
    return sum;
  }

  /** Deliveries that wait for an endpoint: in the queue, for a retry, or for a response. */
  waiting(endpointId: string): number {
    return this.#entries.get(endpointId)?.queue ?? 0;
  }

  /** What decides the state of an endpoint beside its deliveries. Null: there is no such endpoint. */
  facts(endpointId: string): EndpointFacts | null {
    return this.#look(endpointId) ?? null;
  }

  /** What is known here about the deliveries of an endpoint. Null: there is no such endpoint. */
  flow(endpointId: string): EndpointFlow | null {
    const queue = this.#look(endpointId);
    return queue ? endpointFlow(this.#sourcesOf(endpointId, queue), queue, this.#now()) : null;
  }

  /** An endpoint's one-second buckets that began in this range of seconds since 1970. */
  seconds(endpointId: string, sinceS: number, untilS: number): TrafficBucket[] {
    return this.#entries.get(endpointId)?.ring.between(sinceS, untilS) ?? [];
  }

  /**
   * The minutes of these endpoints that are not in the database yet, the current one included, from this range of
   * seconds since 1970. Right while they are being written, one may be found in both places for a moment.
   */
  unwritten(endpointIds: ReadonlySet<string>, sinceS: number, untilS: number): TrafficMinute[] {
    const running = [...endpointIds].flatMap((endpointId) => {
      const minute = this.#entries.get(endpointId)?.runningMinute;
      return minute ? [{ endpointId, ...minute }] : [];
    });
    return [...this.#minutes.unwritten(endpointIds), ...running].filter(
      ({ at }) => at >= sinceS && at <= untilS,
    );
  }

  /** Since when the service measures, in seconds since 1970. */
  get runningSince(): number {
    return this.#recordedSinceS;
  }

  /** Since when one-second buckets are known, in seconds since 1970. */
  secondsKnownSince(): number {
    return Math.max(this.#recordedSinceS, this.#now() - KEPT_SECONDS);
  }

  /** The current state of one endpoint. Null: there is no such endpoint. */
  view(endpointId: string): EndpointTraffic | null {
    const queue = this.#look(endpointId);
    if (!queue) return null;
    return { endpointId, ...currentTraffic(this.#sourcesOf(endpointId, queue), queue, this.#now()) };
  }

  /** All of these endpoints: how many are in which state, and those that are not idle. */
  deliveryState(endpointIds: Iterable<string>): DeliveryStateOut {
    const second = this.#now();
    const counts = noEndpoints();
    const busy: Urgency[] = [];
    let waiting = 0;
    for (const endpointId of endpointIds) {
      const view = this.#look(endpointId);
      if (!view) continue;
      const sources = this.#sourcesOf(endpointId, view);
      const state = endpointState(view, endpointFlow(sources, view, second));
      const queue = sources.buckets?.queue ?? 0;
      counts[state] += 1;
      waiting += queue;
      if (state !== 'idle') busy.push({ endpointId, state, queue });
    }
    // The rest is worked out for the listed ones alone: there may be very many others.
    const { endpoints, omitted } = mostUrgent(busy);
    const listed = endpoints.flatMap(({ endpointId }) => this.view(endpointId) ?? []);
    return { counts, endpoints: listed, omitted, waiting };
  }

  /**
   * Reports the state of these endpoints: at once, and then the changed ones at most four times a second.
   * @returns a function that ends it
   */
  watch(endpointIds: readonly string[], listener: (endpoints: readonly LiveTraffic[]) => void): () => void {
    const marks = new Map<string, string>();
    let sinceS = this.#now();
    let timer: Timer | null = null;
    const push = (): void => {
      const fromS = sinceS;
      sinceS = this.#now();
      const changed = endpointIds.flatMap((id) => this.#news(id, fromS, marks));
      if (changed.length > 0) listener(changed);
      timer = this.#parts.clock.setTimer(PUSH_INTERVAL_MS, push);
    };
    push();
    return () => timer?.cancel();
  }

  async start(): Promise<void> {}

  /** Writes the current minutes so far. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#tick(this.#active.entries(), this.#now(), Number.POSITIVE_INFINITY);
    for (const [endpointId, entry] of this.#active) {
      this.#minutes.add(endpointId, entry.endMinute(minuteOf(this.#lastS)));
    }
    this.#writeMinutes();
    await this.#minutes.settled();
  }

  /** The entry of an endpoint, brought up to this second, for an event happening now. */
  #at(endpointId: string): Buckets | undefined {
    const second = this.#now();
    const entry = this.#entries.get(endpointId);
    if (!entry) return undefined;
    if (!this.#active.has(endpointId)) this.#activate(endpointId);
    if (entry.second < second) this.#roll(endpointId, entry, second);
    this.#seen.set(endpointId, second);
    return entry;
  }

  /** One delivery of an entry waits until then. */
  #wait(entry: Buckets | undefined, dueAt: number, isRetry = false): void {
    if (dueAt <= this.#parts.clock.now()) return;
    entry?.later.add(Math.ceil(dueAt / 1000));
    if (isRetry) entry?.retries.add(Math.ceil(dueAt / 1000));
  }

  #activate(endpointId: string): void {
    const entry = this.#entries.get(endpointId);
    if (!entry || this.#isStopped) return;
    // It may have rested for long: nothing was measured in between.
    entry.roll(this.#lastS, null, KEPT_SECONDS);
    this.#active.set(endpointId, entry);
    this.#timer ??= this.#nextTick();
  }

  #nextTick(): Timer {
    const { clock } = this.#parts;
    return clock.setTimer(1000 - (clock.now() % 1000), () =>
      this.#tickOn(this.#active.entries(), this.#now()),
    );
  }

  /** Ends the second of the active entries, a limited number per turn of the event loop. */
  #tickOn(active: Iterator<[string, Buckets]>, second: number): void {
    this.#timer = null;
    if (!this.#tick(active, second, ENTRIES_PER_TURN)) {
      this.#timer = this.#parts.clock.setTimer(0, () => this.#tickOn(active, second));
      return;
    }
    if (minuteOf(second) !== this.#writtenIn || this.#active.size === 0) this.#writeMinutes();
    if (this.#active.size > 0) this.#timer = this.#nextTick();
  }

  /**
   * Ends the second of active entries, and lets quiet ones rest or go.
   * @returns true when all of them are done; false after `most`
   */
  #tick(active: Iterator<[string, Buckets]>, second: number, most: number): boolean {
    for (let n = 0; n < most; n += 1) {
      const { done, value } = active.next();
      if (done) return true;
      const [endpointId, entry] = value;
      const oldestMs = this.#roll(endpointId, entry, second);
      if (oldestMs !== null || second - entry.lastEventS < KEPT_SECONDS) continue;
      this.#minutes.add(endpointId, entry.endMinute(minuteOf(second)));
      this.#active.delete(endpointId);
      entry.ring.clear();
      if (entry.queue === 0) this.#entries.delete(endpointId);
    }
    return false;
  }

  /** @returns how long its next delivery has been due; null: none is due, or it is held */
  #roll(endpointId: string, entry: Buckets, second: number): number | null {
    const queue = this.#look(endpointId);
    const oldestMs = !queue || queue.held ? null : this.#oldestMs(queue);
    const fair = Math.floor(MOST_SECONDS / Math.max(1, this.#active.size));
    const capacity = Math.min(KEPT_SECONDS, Math.max(FEWEST_SECONDS, fair));
    this.#minutes.add(endpointId, entry.roll(second, oldestMs, capacity));
    return oldestMs;
  }

  #writeMinutes(): void {
    this.#writtenIn = minuteOf(this.#lastS);
    this.#minutes.write(this.#lastS);
  }

  #news(endpointId: string, fromS: number, marks: Map<string, string>): LiveTraffic[] {
    const view = this.view(endpointId);
    if (!view) return [];
    const entry = this.#entries.get(endpointId);
    const mark = `${view.state} ${view.rateLimit} ${entry?.revision}`;
    if (marks.get(endpointId) === mark) return [];
    marks.set(endpointId, mark);
    const running = entry?.running(view.oldestMs);
    const buckets = [...this.seconds(endpointId, fromS, this.#lastS), ...(running ? [running] : [])];
    return [{ ...view, buckets }];
  }

  #sourcesOf(endpointId: string, queue: QueueView): FlowSources {
    return {
      buckets: this.#entries.get(endpointId),
      lastEventS: this.#seen.get(endpointId),
      oldestMs: this.#oldestMs(queue),
    };
  }

  #oldestMs(queue: QueueView): number | null {
    return queue.oldestDueAt === null
      ? null
      : Math.max(0, Math.floor(this.#parts.clock.now() - queue.oldestDueAt));
  }

  /** The current second. It does not go backwards unless the clock was really set back. */
  #now(): number {
    const second = Math.floor(this.#parts.clock.now() / 1000);
    if (second >= this.#lastS) this.#lastS = second;
    else if (second < this.#lastS - CLOCK_STEP_S) {
      this.#lastS = second;
      this.#recordedSinceS = second;
      for (const entry of this.#entries.values()) entry.restartAt(second);
    }
    return this.#lastS;
  }
}
