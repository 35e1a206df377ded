import {
  type EndpointFacts,
  type EndpointFlow,
  type EndpointState,
  endpointState,
} from '../contract/endpoint-state';
import type { EndpointTraffic } from '../contract/traffic';
import { RATE_SECONDS, recentRate } from '../pacing/recent-rate';
import type { Buckets } from './buckets';

/** The state of an endpoint outside its buckets. */
export interface QueueView extends EndpointFacts {
  readonly appId: string;
  /** Why its deliveries are held. Null: they are not. */
  readonly held: 'disabled' | 'paused' | 'all sending is paused' | 'no network' | null;
  /** Its effective limit, messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** When the delivery that leaves next was due, in milliseconds since 1970. Null: none is due. */
  readonly oldestDueAt: number | null;
  /** How many deliveries are due and not sent. Null: more than are in memory. */
  readonly due: number | null;
  /** Deliveries sent whose outcome is not on disk yet. */
  readonly inFlight: number;
}

/** Without anything for this long, an endpoint is idle. */
const RECENT_S = 86_400;
/** A reason tells what was sent within this time. */
const MINUTE_S = 60;

/** What is known of the deliveries of an endpoint. */
export interface FlowSources {
  /** Undefined: nothing waits for it, and nothing happened in the last minutes. */
  readonly buckets: Buckets | undefined;
  /** When something last happened, in seconds since 1970. Undefined: not within the last day. */
  readonly lastEventS: number | undefined;
  /** How long the next delivery has been due. Null: none is due. */
  readonly oldestMs: number | null;
}

/** @param second now, in seconds since 1970 */
export function endpointFlow(sources: FlowSources, view: QueueView, second: number): EndpointFlow {
  const { buckets, oldestMs, lastEventS } = sources;
  const { later, inFlight } = waitingParts(buckets, view, second);
  const due = Math.max(0, (buckets?.queue ?? 0) - later - inFlight);
  // The last of them leaves after all the others.
  const turnMs = view.rateLimit === null ? 0 : (Math.max(0, due - 1) * 1000) / view.rateLimit;
  return {
    waitMs: Math.max(oldestMs ?? 0, turnMs),
    retries: Math.min(later, buckets?.retries.countAfter(second) ?? 0),
    isRecent: (buckets?.queue ?? 0) > 0 || (lastEventS !== undefined && second - lastEventS < RECENT_S),
  };
}

/** The current state of an endpoint. @param second now, in seconds since 1970 */
export function currentTraffic(
  sources: FlowSources,
  view: QueueView,
  second: number,
): Omit<EndpointTraffic, 'endpointId'> {
  const { buckets, oldestMs } = sources;
  const state = endpointState(view, endpointFlow(sources, view, second));
  const { attempts, succeeded } = buckets?.outcomes ?? { attempts: 0, succeeded: 0 };
  return {
    appId: view.appId,
    state,
    reason: stateReason(state, sources, view, second),
    rateLimit: view.rateLimit,
    queue: buckets?.queue ?? 0,
    ...waitingParts(buckets, view, second),
    oldestMs,
    arrivalsPerS: perSecond(buckets, 'arrivals', second),
    sendsPerS: perSecond(buckets, 'sends', second),
    successRatio: attempts === 0 ? null : succeeded / attempts,
  };
}

/** Why an endpoint is in this state, as one phrase for people. */
function stateReason(
  state: EndpointState,
  { buckets, oldestMs }: FlowSources,
  view: QueueView,
  second: number,
): string {
  const waits = waiting(buckets?.queue ?? 0);
  if (view.held) return `${view.held}; ${waits}`;
  if (state === 'failing') return `the latest attempt failed; ${waits}`;
  if (state === 'recovering') return `attempts succeed again; ${waits}`;
  if (state === 'idle') return 'no activity for 24 hours';
  if (state === 'active') {
    const sends = buckets?.ring.sum('sends', second - MINUTE_S, second - 1) ?? 0;
    return `${sends} sent in the last minute; ${waits}`;
  }
  const oldest = `the oldest for ${Math.round((oldestMs ?? 0) / 1000)} s`;
  return view.rateLimit === null
    ? `${waits}, ${oldest}`
    : `at the limit of ${view.rateLimit}/s; ${waits}, ${oldest}`;
}

/** How what waits for an endpoint divides. What is due is known exactly unless there is more of it than in memory. */
function waitingParts(
  entry: Buckets | undefined,
  { due, inFlight }: QueueView,
  second: number,
): Pick<EndpointTraffic, 'later' | 'inFlight'> {
  const waiting = entry?.queue ?? 0;
  const sent = Math.min(waiting, inFlight);
  if (due !== null) entry?.later.correct(Math.max(0, waiting - sent - due), second);
  return { later: Math.min(waiting - sent, entry?.later.countAfter(second) ?? 0), inFlight: sent };
}

function perSecond(buckets: Buckets | undefined, column: 'arrivals' | 'sends', second: number): number {
  if (!buckets) return 0;
  const counts = Array.from({ length: RATE_SECONDS }, (_, n) => {
    const at = second - RATE_SECONDS + n;
    return buckets.ring.sum(column, at, at);
  });
  return recentRate(counts);
}

function waiting(queue: number): string {
  return `${queue.toLocaleString('en')} ${queue === 1 ? 'waits' : 'wait'}`;
}
