/**
 * What is known of the endpoints on the screen, outside of React.
 *
 * Promises: only endpoints that something on the screen watches are asked for, at most 100. Their last five minutes
 * are in rings. A second that was missed, because the stream broke or the endpoint was not watched, is asked for by a
 * range query; what even that does not know stays a gap. Listeners are told at most ten times a second, and never
 * while the window is hidden: what came meanwhile is in the rings all the same.
 *
 * Times are those of the server: its clock and this computer's may differ.
 */
import type { LiveTraffic } from '../../../../src-server/contract/live-event';
import {
  type EndpointHistoryOut,
  type EndpointTraffic,
  WATCHED_ENDPOINTS_MAX,
} from '../../../../src-server/contract/traffic';
import { createPainter, type Painter } from './painter';
import { TrafficRing } from './traffic-ring';

/** What the charts of seconds show. */
export const WINDOW_S = 300;
/** Scrolling changes what is watched; the stream is opened anew only when it has settled for so long. */
const SETTLE_MS = 250;
const TICK_MS = 1000;
/** A timer this late means that the computer slept, or the tab was put aside: the seconds must be asked for. */
const SLEEP_S = 5;
/** Rates are means over as many whole seconds. */
const RATE_S = 5;
/** Endpoints whose rings are kept, those on the screen and those that have just left it. */
const RINGS_MAX = 300;
/** Range queries at the same time. */
const QUERIES_MAX = 4;

/** Asks for the seconds of an endpoint since an instant, in seconds since 1970 of the server. */
export type ReadHistory = (
  appId: string,
  endpointId: string,
  sinceS: number | null,
) => Promise<EndpointHistoryOut>;

/** An endpoint right now. The rates come from its ring, since a quiet endpoint is not told about. */
export interface TrafficNow extends EndpointTraffic {
  /** False while it is not told about, because the stream is broken: then the rest is of before. */
  readonly isLive: boolean;
}

/** Value by value: asked several times a second for each row of a list. */
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
  /** Watched by the stream that is open. */
  #streamed: ReadonlySet<string> = new Set();
  /** Those whose range query was sent, and those where it was answered: what is not told of them did not happen. */
  readonly #filled = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #waiting: string[] = [];
  #queries = 0;
  #recordedSinceS: number | null = null;
  #offsetMs = 0;
  #advancedS = 0;
  #settle: ReturnType<typeof setTimeout> | null = null;
  #tick: ReturnType<typeof setInterval> | null = null;
  #onWanted: () => void = () => undefined;
  readonly #listeners = new Set<() => void>();
  #painter: Painter | null = null;

  constructor(read: ReadHistory) {
    this.#read = read;
  }

  /** Now at the server, in seconds since 1970. */
  get nowS(): number {
    return Math.floor((Date.now() + this.#offsetMs) / 1000);
  }

  /** The server measures since then, in seconds since 1970; null while it did not say. */
  get recordedSinceS(): number | null {
    return this.#recordedSinceS;
  }

  /** Begins to follow endpoints. @returns ends it */
  watch(endpointIds: readonly string[]): () => void {
    const key = Symbol('watcher');
    this.#watchers.set(key, endpointIds);
    this.#wantedChanged();
    return () => {
      this.#watchers.delete(key);
      this.#wantedChanged();
    };
  }

  /** The endpoints to watch, at most 100, those first that were asked for first. */
  wanted(): readonly string[] {
    return [...new Set([...this.#watchers.values()].flat())].slice(0, WATCHED_ENDPOINTS_MAX).sort();
  }

  /** Resolves when others are wanted than these, and that has settled; or when `signal` aborts. */
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

  /** The stream is broken: from here on nothing is known. */
  lost(): void {
    this.#streamed = new Set();
    this.#filled.clear();
    this.#answered.clear();
    this.#painter?.request();
  }

  /** Takes a push of the stream. */
  receive(endpoints: readonly LiveTraffic[]): void {
    for (const { buckets, ...view } of endpoints) {
      this.#views.set(view.endpointId, view);
      const ring = this.#ringFor(view.endpointId);
      for (const bucket of buckets) {
        // A bucket from the future means that the clock over there is ahead.
        if (bucket.at > this.nowS) this.#offsetMs = bucket.at * 1000 - Date.now();
        ring.put(bucket);
      }
      if (!this.#filled.has(view.endpointId)) this.#fill(view.endpointId);
    }
    this.#painter?.request();
  }

  /** Takes a look at all endpoints that are not idle; of those that the stream tells about it knows more itself. */
  glimpse(endpoints: readonly EndpointTraffic[]): void {
    const told = new Set(endpoints.map(({ endpointId }) => endpointId));
    for (const id of this.#views.keys()) {
      if (!told.has(id) && !this.#streamed.has(id) && !this.#rings.has(id)) this.#views.delete(id);
    }
    for (const view of endpoints) {
      if (!this.#streamed.has(view.endpointId)) this.#views.set(view.endpointId, view);
    }
    this.#painter?.request();
  }

  ring(endpointId: string): TrafficRing | undefined {
    return this.#rings.get(endpointId);
  }

  /** One endpoint as it is now; null while nothing is known of it. */
  now(endpointId: string): TrafficNow | null {
    const view = this.#views.get(endpointId);
    if (!view) return null;
    const ring = this.#rings.get(endpointId);
    const rate = (column: 'arrivals' | 'sends') => ring?.mean(column, this.nowS - RATE_S, this.nowS - 1);
    return {
      ...view,
      arrivalsPerS: rate('arrivals') ?? view.arrivalsPerS,
      sendsPerS: rate('sends') ?? view.sendsPerS,
      isLive: this.#streamed.has(endpointId),
    };
  }

  /** @returns ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to count seconds. May be started again after `stop`. */
  start(): void {
    this.#painter ??= createPainter(() => {
      for (const listener of this.#listeners) listener();
    });
    this.#advancedS = this.nowS - 2;
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

  /** A second has passed: what was not told of it did not happen. */
  #advance(): void {
    // The second before the last: the last one may still be on its way.
    const untilS = this.nowS - 2;
    const hasSlept = untilS - this.#advancedS > SLEEP_S;
    this.#advancedS = untilS;
    for (const id of this.#streamed) {
      if (hasSlept && this.#answered.has(id)) {
        this.#forgetFill(id);
        this.#fill(id);
      }
      const ring = this.#rings.get(id);
      if (ring && this.#answered.has(id)) ring.cover(ring.coveredUntilS + 1, untilS);
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
      // Not answered: asked again with the next push. Until then it is a gap, and shown as one.
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
