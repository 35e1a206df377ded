import type { EndpointState } from '../../../../src-server/contract/endpoint-state';
import type { BlockingMessageOut } from '../../../../src-server/contract/pace';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import { percentOf } from '../../../ui/percent-of';
import { formatDuration } from './format-amount';

/** The facts behind the sentence: the current state of an endpoint. */
export interface DeliveryFacts {
  readonly state: EndpointState;
  /** Why deliveries are held; null: they are not. */
  readonly held: 'disabled' | 'paused' | null;
  readonly arrivalsPerS: number;
  readonly sendsPerS: number;
  /** Attempts that fail, per second. */
  readonly failedPerS: number;
  /** Everything that waits. */
  readonly queue: number;
  /** What waits for a later attempt: it is not due yet. */
  readonly later: number;
  /** What was sent and waits for its answer. */
  readonly inFlight: number;
  readonly oldestMs: number | null;
  /** The effective limit, messages per second; null: none. */
  readonly rateLimit: number | null;
  /** The pace it is really sent at if its receiver was overloaded; null: the limit. */
  readonly slowedToPerS: number | null;
  /** Fraction of the last attempts that succeeded; null: none is recorded. */
  readonly successRatio: number | null;
  /** True: each message waits for the one before. */
  readonly ordered: boolean;
  /** The message whose retry all others wait for; null: there is none. */
  readonly blockedBy: BlockingMessageOut | null;
}

/** What will become of the queue at the current rates. */
type DrainEstimate =
  | { readonly kind: 'empty' }
  | { readonly kind: 'drains'; readonly seconds: number }
  /** More arrives than leaves; the delay grows by this many seconds every second. */
  | { readonly kind: 'grows'; readonly delayPerS: number }
  | { readonly kind: 'unknown' };

const number = new Intl.NumberFormat('en');
/** A head that waits for less is between two slots, not in a queue. */
const SHORT_WAIT_MS = 1000;

/** What waits for its turn: it is due and not sent. */
function dueOf({ queue, later, inFlight }: DeliveryFacts): number {
  return Math.max(0, queue - later - inFlight);
}

/**
 * Time until nothing is due: what is due / (limit - arrivals). Without a limit, the current send rate replaces it, as to
 * an ordered endpoint, where the receiver's own time counts. What only waits for a later attempt or an answer does not
 * count: it does not block anything, unless the endpoint is ordered.
 */
export function drainEstimate(facts: DeliveryFacts): DrainEstimate {
  if (facts.queue === 0) return { kind: 'empty' };
  if (facts.held !== null) {
    return facts.rateLimit === null || facts.ordered
      ? { kind: 'unknown' }
      : { kind: 'drains', seconds: facts.queue / facts.rateLimit };
  }
  const due = dueOf(facts);
  if (due === 0 || !isOverdue(facts) || facts.blockedBy) return { kind: 'unknown' };
  const limit = facts.ordered ? null : facts.rateLimit;
  const outPerS = facts.slowedToPerS ?? limit ?? facts.sendsPerS;
  const spare = outPerS - facts.arrivalsPerS;
  // Within a hundredth of the rate nobody can tell the direction.
  if (outPerS > 0 && spare > outPerS / 100) return { kind: 'drains', seconds: due / spare };
  if (outPerS > 0) return { kind: 'grows', delayPerS: Math.max(0, -spare) / outPerS };
  return { kind: 'unknown' };
}

function isOverdue({ oldestMs }: DeliveryFacts): boolean {
  return oldestMs !== null && oldestMs >= SHORT_WAIT_MS;
}

/** The state of an endpoint in plain words; the last part is the forecast. */
export function deliverySentence(facts: DeliveryFacts): { readonly now: string; readonly next: string } {
  const { state, held, queue, arrivalsPerS, sendsPerS, failedPerS, rateLimit } = facts;
  const drain = drainEstimate(facts);
  if (held !== null) {
    const word = held === 'disabled' ? 'Disabled' : 'Paused';
    const act = held === 'disabled' ? 'Once enabled' : 'Once resumed';
    if (queue === 0) return { now: `${word}. Queue empty.`, next: 'New messages will be queued.' };
    const arriving = arrivalsPerS > 0 ? ` Receiving ${shortRate(arrivalsPerS)}/s.` : '';
    const leave =
      drain.kind === 'drains'
        ? `${act}, sent at ${rateLimit}/s, clear in about ${formatDuration(drain.seconds)}.`
        : `${act}, sent as fast as the receiver responds.`;
    return { now: `${word}. ${number.format(queue)} queued; nothing is lost.${arriving}`, next: leave };
  }
  if (arrivalsPerS === 0 && sendsPerS === 0 && queue === 0) {
    return { now: 'No traffic right now.', next: 'Queue empty.' };
  }
  // Messages that a receiver refuses are sent but not delivered.
  const isDelivering = state !== 'failing' && failedPerS === 0;
  const failing = failedPerS > 0 ? `, ${shortRate(failedPerS)}/s fail` : '';
  const sending = `${isDelivering ? 'delivering' : 'sending'} ${shortRate(sendsPerS)}/s${failing}`;
  const wait = queue === 0 ? '' : ` ${waitingLabel(facts)}.`;
  return {
    now: `Receiving ${shortRate(arrivalsPerS)}/s, ${sending}.${wait}`,
    next: nextOf(facts, drain, state),
  };
}

/** "180 waiting: 120 queued (oldest 12 s), 8 awaiting a response, 52 waiting for retry", the parts that exist. */
function waitingLabel(facts: DeliveryFacts): string {
  const { queue, later, inFlight, oldestMs } = facts;
  const due = dueOf(facts);
  const oldest = isOverdue(facts) ? ` (oldest ${formatDuration((oldestMs ?? 0) / 1000)})` : '';
  const parts = [
    due > 0 ? `${number.format(due)} queued${oldest}` : '',
    inFlight > 0 ? `${number.format(inFlight)} awaiting a response` : '',
    later > 0 ? `${number.format(later)} waiting for retry` : '',
  ].filter(Boolean);
  return `${parts.length > 1 ? `${number.format(queue)} waiting: ` : ''}${parts.join(', ')}`;
}

function nextOf(facts: DeliveryFacts, drain: DrainEstimate, state: EndpointState): string {
  if (facts.blockedBy) {
    const { attempt, plannedAttempts } = facts.blockedBy;
    return `Blocked by the first message: attempt ${attempt} of ${plannedAttempts} is next.`;
  }
  if (state === 'failing') {
    const part =
      facts.successRatio === null ? '' : ` (${percentOf(facts.successRatio)} of recent attempts succeeded)`;
    return `The latest attempt failed${part}. Failed attempts are retried.`;
  }
  const slowed =
    facts.slowedToPerS === null ? '' : ` at the slower pace of ${shortRate(facts.slowedToPerS)}/s`;
  if (drain.kind === 'drains') return `Clear in about ${formatDuration(drain.seconds)}${slowed}.`;
  if (drain.kind === 'grows') {
    // Whether a burst will go on is still unknown: the rates are means, and the burst may just have ended.
    if (state === 'queued') return `While this burst lasts${slowed}, ${growthOf(drain.delayPerS)}.`;
    return `Will not clear at this rate${slowed}: ${growthOf(drain.delayPerS)}.`;
  }
  if (drain.kind === 'empty') return 'Queue empty.';
  // Due for longer than a moment, and still no rate to tell by.
  if (facts.ordered && isOverdue(facts) && dueOf(facts) > 0) return 'Sent one after another.';
  return facts.later === facts.queue ? 'No deliveries due.' : 'Nothing is delayed.';
}

function growthOf(delayPerS: number): string {
  return delayPerS < 0.005
    ? 'messages arrive as fast as the limit allows'
    : `delay grows ${Number(delayPerS.toPrecision(2))} s every second`;
}
