/**
 * What is known about the endpoints on the screen, outside of React.
 *
 * It guarantees: only endpoints watched by something on the screen are requested, at most 100. Their last five minutes
 * are in rings. A second that was missed, because the stream broke or the endpoint was not watched, is requested by a
 * range query; seconds that remain unknown stay a gap. Listeners are notified at most ten times a second, and never
 * while the window is hidden: the rings still receive everything.
 *
 * Times are those of the server: its clock and this computer's may differ.
 */
import type { LiveTraffic } from '../../../../src-server/contract/live-event';
import {
  type EndpointHistoryOut,
  type EndpointTraffic,
  WATCHED_ENDPOINTS_MAX,
} from '../../../../src-server/contract/traffic';
import { RATE_SECONDS, recentRate } from '../../../../src-server/pacing/recent-rate';
import { createPainter, type Painter } from './painter';
import { TrafficRing } from './traffic-ring';

/** The longest range of the charts in seconds. */
const WINDOW_S = 300;
/** The shortest range, and what is shown of the time before the first traffic. */
const SHORTEST_S = 30;
const LEAD_S = 3;
/** The shortest range right after the service has started. */
const FIRST_S = 10;

interface ShownRange {
  /** The last second that is shown. */
  readonly untilS: number;
  /** The first second with traffic among the last five minutes; null: there is none. */
  readonly firstS: number | null;
  /** Nothing was recorded before; null: unknown. */
  readonly recordedSinceS: number | null;
}

/**
 * How many seconds a chart shows: five minutes, or since the first traffic in them, so that a burst fills its chart.
 * Nothing is shown of the time before the service ran, unless there is data of it. Times are seconds since 1970.
 */
function shownSeconds({ untilS, firstS, recordedSinceS }: ShownRange): number {
  const knownS = Math.min(firstS ?? untilS, recordedSinceS ?? 0);
  const wantedS = firstS === null ? WINDOW_S : Math.max(SHORTEST_S, untilS - firstS + 1 + LEAD_S);
  return Math.min(WINDOW_S, wantedS, Math.max(FIRST_S, untilS - knownS + 1));
}

/** Scrolling changes what is watched; the stream is reopened only when that has been stable for this long. */
const SETTLE_MS = 250;
const TICK_MS = 1000;
/** A timer this late means that the computer slept, or the tab was suspended: the seconds must be requested. */
const SLEEP_S = 5;
/** A second is whole in the ring when its last push has arrived, this long after its end. */
const PUSHED_AFTER_MS = 600;
/** How many endpoints' rings are kept: those on the screen and those that have just left it. */
const RINGS_MAX = 300;
/** Maximum number of concurrent range queries. */
const QUERIES_MAX = 4;

/** Requests the seconds of an endpoint since an instant, in seconds since 1970 of the server. */
export type ReadHistory = (
  appId: string,
  endpointId: string,
  sinceS: number | null,
) => Promise<EndpointHistoryOut>;

/** The current state of an endpoint. The rates come from its ring, since the stream does not report quiet endpoints. */
export interface TrafficNow extends EndpointTraffic {
  /** Attempts that ended without a 2xx response, measured like the other rates. */
  readonly failedPerS: number;
  /** False while the stream is broken and reports nothing: then the other values are old. */
  readonly isLive: boolean;
}

/** Compares value by value: called several times a second for each row of a list. */
export function isSameTraffic(a: TrafficNow | null, b: TrafficNow | null): boolean {
  if (a === null || b === null) return a === b;
  for (const name in a) if (a[name as keyof TrafficNow] !== b[name as keyof TrafficNow]) return false;
  return true;
}

export class TrafficFeed {
  readonly #read: ReadHistory;
  readonly #watchers = new Map<symbol, readonly string[]>();
  readonly #rings = new Map<string, TrafficRing>();
  readonly #views = new Map<string, EndpointTraffic>();
  /** Watched by the open stream. */
  #streamed: ReadonlySet<string> = new Set();
  /**
   * Endpoints whose range query was sent, and those where it was answered: what is not reported for the latter did not
   * happen.
   */
  readonly #filled = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #waiting: string[] = [];
  #queries = 0;
  #recordedSinceS: number | null = null;
  #offsetMs = 0;
  #shown = { untilS: 0, shownS: WINDOW_S };
  #advancedS = 0;
  #settle: ReturnType<typeof setTimeout> | null = null;
  #tick: ReturnType<typeof setInterval> | null = null;
  #onWanted: () => void = () => undefined;
  readonly #listeners = new Set<() => void>();
  #painter: Painter | null = null;

  constructor(read: ReadHistory) {
    this.#read = read;
  }

  /** The current time of the server, in seconds since 1970. */
  get nowS(): number {
    return Math.floor((Date.now() + this.#offsetMs) / 1000);
  }

  /** The last second of which everything has arrived, in seconds since 1970 of the server. All figures end there. */
  get wholeS(): number {
    return Math.floor((Date.now() + this.#offsetMs - PUSHED_AFTER_MS) / 1000) - 1;
  }

  /** When the server started measuring, in seconds since 1970; null until it says so. */
  get recordedSinceS(): number | null {
    return this.#recordedSinceS;
  }

  /** Starts following endpoints. @returns stops it */
  watch(endpointIds: readonly string[]): () => void {
    const key = Symbol('watcher');
    this.#watchers.set(key, endpointIds);
    this.#wantedChanged();
    return () => {
      this.#watchers.delete(key);
      this.#wantedChanged();
    };
  }

  /** The endpoints to watch, at most 100, in the order in which they were requested. */
  wanted(): readonly string[] {
    return [...new Set([...this.#watchers.values()].flat())].slice(0, WATCHED_ENDPOINTS_MAX).sort();
  }

  /** Resolves when the wanted endpoints differ from these and are stable, or when `signal` aborts. */
  async wantedOther(than: readonly string[], signal: AbortSignal): Promise<void> {
    const isSame = () => this.wanted().join() === than.join();
    while (isSame() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#onWanted = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  /** A stream that watches these is open. */
  opened(endpointIds: readonly string[]): void {
    for (const id of this.#filled) if (!endpointIds.includes(id)) this.#forgetFill(id);
    this.#streamed = new Set(endpointIds);
    this.#painter?.request();
  }

  /** The stream is broken: nothing is known from here on. */
  lost(): void {
    this.#streamed = new Set();
    this.#filled.clear();
    this.#answered.clear();
    this.#painter?.request();
  }

  /** Handles a push of the stream. */
  receive(endpoints: readonly LiveTraffic[]): void {
    for (const { buckets, ...view } of endpoints) {
      this.#views.set(view.endpointId, view);
      const ring = this.#ringFor(view.endpointId);
      for (const bucket of buckets) {
        // A bucket from the future means that the server's clock is ahead.
        if (bucket.at > this.nowS) this.#offsetMs = bucket.at * 1000 - Date.now();
        ring.put(bucket);
      }
      if (!this.#filled.has(view.endpointId)) this.#fill(view.endpointId);
    }
    this.#painter?.request();
  }

  /** Takes an overview of all endpoints that are not idle; the stream knows more about those it reports. */
  glimpse(endpoints: readonly EndpointTraffic[]): void {
    const reported = new Set(endpoints.map(({ endpointId }) => endpointId));
    for (const id of this.#views.keys()) {
      if (!reported.has(id) && !this.#streamed.has(id) && !this.#rings.has(id)) this.#views.delete(id);
    }
    for (const view of endpoints) {
      if (!this.#streamed.has(view.endpointId)) this.#views.set(view.endpointId, view);
    }
    this.#painter?.request();
  }

  /** The seconds of an endpoint, up to `wholeS` as far as they are known. */
  ring(endpointId: string): TrafficRing | undefined {
    const ring = this.#rings.get(endpointId);
    // What was not reported for a second that is whole did not happen; after a sleep, that has to be asked first.
    if (ring && this.#streamed.has(endpointId) && this.#answered.has(endpointId)) {
      ring.cover(ring.coveredUntilS + 1, Math.min(this.wholeS, this.#advancedS + SLEEP_S));
    }
    return ring;
  }

  /** How many seconds charts show. @param endpointId null: for charts of all endpoints, which are compared */
  shownS(endpointId: string | null): number {
    if (endpointId !== null) return this.#shownSecondsOf([this.ring(endpointId)]);
    const untilS = this.wholeS;
    if (this.#shown.untilS !== untilS) {
      this.#shown = { untilS, shownS: this.#shownSecondsOf(this.#rings.values()) };
    }
    return this.#shown.shownS;
  }

  #shownSecondsOf(rings: Iterable<TrafficRing | undefined>): number {
    const untilS = this.wholeS;
    const firsts = [...rings].flatMap((ring) => ring?.firstActiveS(untilS - WINDOW_S + 1, untilS) ?? []);
    const firstS = firsts.length === 0 ? null : Math.min(...firsts);
    return shownSeconds({ untilS, firstS, recordedSinceS: this.#recordedSinceS });
  }

  /** The current state of one endpoint; null while nothing is known about it. */
  now(endpointId: string): TrafficNow | null {
    const view = this.#views.get(endpointId);
    if (!view) return null;
    const ring = this.ring(endpointId);
    const untilS = this.wholeS;
    const counts = (column: 'arrivals' | 'sends' | 'failed') =>
      ring?.counts(column, untilS - RATE_SECONDS + 1, untilS) ?? [];
    const isKnown = counts('sends').length > 0;
    return {
      ...view,
      // An older instance does not divide what waits: then all of it counts as due.
      later: view.later ?? 0,
      inFlight: view.inFlight ?? 0,
      arrivalsPerS: isKnown ? recentRate(counts('arrivals')) : view.arrivalsPerS,
      sendsPerS: isKnown ? recentRate(counts('sends')) : view.sendsPerS,
      failedPerS: recentRate(counts('failed'), counts('sends')),
      isLive: this.#streamed.has(endpointId),
    };
  }

  /** The endpoints that the open stream reports, in their current state. */
  followed(): readonly EndpointTraffic[] {
    return [...this.#streamed].flatMap((id) => this.#views.get(id) ?? []);
  }

  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts counting seconds. May be started again after `stop`. */
  start(): void {
    this.#painter ??= createPainter(() => {
      for (const listener of this.#listeners) listener();
    });
    this.#advancedS = this.wholeS;
    this.#tick ??= setInterval(() => this.#advance(), TICK_MS);
    this.#wantedChanged();
  }

  stop(): void {
    if (this.#settle !== null) clearTimeout(this.#settle);
    if (this.#tick !== null) clearInterval(this.#tick);
    this.#tick = null;
    this.#painter?.stop();
    this.#painter = null;
  }

  #wantedChanged(): void {
    if (this.#settle !== null) clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#onWanted(), SETTLE_MS);
  }

  /** A second has passed: what was not reported for it did not happen. */
  #advance(): void {
    const untilS = this.wholeS;
    const hasSlept = untilS - this.#advancedS > SLEEP_S;
    this.#advancedS = untilS;
    for (const id of this.#streamed) {
      if (hasSlept && this.#answered.has(id)) {
        this.#forgetFill(id);
        this.#fill(id);
      }
      this.ring(id);
    }
    this.#painter?.request();
  }

  #forgetFill(endpointId: string): void {
    this.#filled.delete(endpointId);
    this.#answered.delete(endpointId);
  }

  #ringFor(endpointId: string): TrafficRing {
    const known = this.#rings.get(endpointId);
    if (known) return known;
    const ring = new TrafficRing();
    this.#rings.set(endpointId, ring);
    if (this.#rings.size > RINGS_MAX) {
      const wanted = new Set(this.wanted());
      const old = [...this.#rings.keys()].find((id) => !wanted.has(id) && id !== endpointId);
      if (old !== undefined) {
        this.#rings.delete(old);
        this.#views.delete(old);
      }
    }
    return ring;
  }

  #fill(endpointId: string): void {
    if (!this.#waiting.includes(endpointId)) this.#waiting.push(endpointId);
    this.#nextQuery();
  }

  #nextQuery(): void {
    if (this.#queries >= QUERIES_MAX) return;
    const endpointId = this.#waiting.shift();
    if (endpointId === undefined) return;
    const view = this.#views.get(endpointId);
    const ring = this.#rings.get(endpointId);
    // It may have left the screen, or have been answered, while it waited for its turn.
    if (!view || !ring || this.#filled.has(endpointId) || !this.#streamed.has(endpointId)) {
      this.#nextQuery();
      return;
    }
    this.#queries += 1;
    this.#filled.add(endpointId);
    const sinceS = ring.coveredUntilS === 0 ? null : ring.coveredUntilS + 1;
    void this.#read(view.appId, endpointId, sinceS)
      .then((history) => this.#take(ring, history, endpointId))
      // Not answered: requested again with the next push. Until then it is a gap, and shown as one.
      .catch(() => this.#filled.delete(endpointId))
      .finally(() => {
        this.#queries -= 1;
        this.#nextQuery();
      });
  }

  #take(ring: TrafficRing, history: EndpointHistoryOut, endpointId: string): void {
    const untilS = Math.floor(Date.parse(history.until) / 1000);
    const recordedS = Math.ceil(Date.parse(history.recordedSince) / 1000);
    this.#offsetMs = Date.parse(history.until) - Date.now();
    this.#recordedSinceS = recordedS;
    for (const bucket of history.data) ring.put(bucket);
    ring.cover(Math.max(Math.ceil(Date.parse(history.since) / 1000), recordedS), untilS - 1);
    if (this.#filled.has(endpointId)) this.#answered.add(endpointId);
    this.#painter?.request();
  }
}
