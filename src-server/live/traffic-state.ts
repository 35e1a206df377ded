import type { EndpointTraffic, TrafficState } from '../contract/traffic';
import type { Buckets } from './buckets';

/** The state of an endpoint outside its buckets. */
export interface QueueView {
  readonly appId: string;
  /** Why its deliveries are held. Null: they are not. */
  readonly held: 'disabled' | 'paused' | 'no network' | null;
  /** Its effective limit, messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** When the delivery that leaves next was due, in milliseconds since 1970. Null: none is due. */
  readonly oldestDueAt: number | null;
  /** How many deliveries are due and not sent. Null: more than are in memory. */
  readonly due: number | null;
  /** Deliveries sent whose outcome is not on disk yet. */
  readonly inFlight: number;
}

/** Without traffic for this long, an endpoint is idle; arrivals above the limit for this long congest it. */
const MINUTE_S = 60;
/** A wait this long is more than a burst being spread. */
const LONG_WAIT_MS = 30_000;
/** A head that waits less is between two slots, not in a queue. */
const SHORT_WAIT_MS = 1000;
/** The queue is compared with its length this long ago. */
const TREND_S = 10;

/**
 * The state of an endpoint and why, by the first matching rule: held, failing, congested, smoothing, flowing, idle.
 * @param buckets undefined: nothing waits for it and nothing happened recently
 * @param second now, in seconds since 1970
 */
export function trafficState(
  buckets: Buckets | undefined,
  view: QueueView,
  oldestMs: number | null,
  second: number,
): { readonly state: TrafficState; readonly reason: string } {
  const queue = buckets?.queue ?? 0;
  if (view.held) return { state: 'held', reason: `${view.held}; ${waiting(queue)}` };
  if (!buckets) return { state: 'idle', reason: 'no traffic' };
  const quiet = oldestMs === null && second - buckets.lastEventS >= MINUTE_S;
  const { attempts, succeeded } = buckets.outcomes;
  // A quiet time between two retries still counts as failing; with nothing left to send, failing is over.
  if (attempts > 0 && succeeded * 2 < attempts && !(quiet && queue === 0)) {
    return { state: 'failing', reason: `${succeeded} of the last ${attempts} attempts succeeded` };
  }
  if (quiet) return { state: 'idle', reason: `no traffic for a minute; ${waiting(queue)}` };
  const wait = oldestMs === null ? 0 : Math.round(oldestMs / 1000);
  if (view.rateLimit !== null && isAbove(buckets, view.rateLimit, second)) {
    return {
      state: 'congested',
      reason: `more than ${view.rateLimit}/s have arrived for a minute or longer`,
    };
  }
  if (oldestMs !== null && oldestMs >= LONG_WAIT_MS && isGrowing(buckets, second)) {
    return { state: 'congested', reason: `the queue grows; ${waiting(queue)}, the oldest for ${wait} s` };
  }
  if (view.rateLimit !== null && oldestMs !== null && oldestMs >= SHORT_WAIT_MS) {
    const reason = `at the limit of ${view.rateLimit}/s; ${waiting(queue)}, the oldest for ${wait} s`;
    return { state: 'smoothing', reason };
  }
  const sends = buckets.ring.sum('sends', second - MINUTE_S, second - 1);
  return { state: 'flowing', reason: `${sends} sent in the last minute; ${waiting(queue)}` };
}

/** How what waits for an endpoint divides. What is due is known exactly unless there is more of it than in memory. */
export function waitingParts(
  entry: Buckets | undefined,
  { due, inFlight }: QueueView,
  second: number,
): Pick<EndpointTraffic, 'later' | 'inFlight'> {
  const waiting = entry?.queue ?? 0;
  const sent = Math.min(waiting, inFlight);
  if (due !== null) entry?.later.correct(Math.max(0, waiting - sent - due), second);
  return { later: Math.min(waiting - sent, entry?.later.countAfter(second) ?? 0), inFlight: sent };
}

/** In each sixth of the last minute, so that one burst does not pass for a stream. */
function isAbove({ ring }: Buckets, rateLimit: number, second: number): boolean {
  const part = MINUTE_S / 6;
  for (let end = second - 1; end >= second - MINUTE_S; end -= part) {
    if (ring.sum('arrivals', end - part + 1, end) <= rateLimit * part) return false;
  }
  return true;
}

function isGrowing(buckets: Buckets, second: number): boolean {
  const before = buckets.ring.queueAt(second - TREND_S);
  return before !== null && buckets.queue > before;
}

function waiting(queue: number): string {
  return `${queue.toLocaleString('en')} ${queue === 1 ? 'waits' : 'wait'}`;
}
