import type { TrafficState } from '../../../../src-server/contract/traffic';
import { shortRate } from '../../../ui/fuse-bar-geometry';
import { formatDuration } from '../../parts/traffic/format-amount';

/** The facts behind the sentence: the current state of an endpoint. */
export interface DeliveryFacts {
  readonly state: TrafficState;
  /** Why deliveries are held; null: they are not. */
  readonly held: 'disabled' | 'paused' | null;
  readonly arrivalsPerS: number;
  readonly sendsPerS: number;
  readonly queue: number;
  readonly oldestMs: number | null;
  /** The effective limit, messages per second; null: none. */
  readonly rateLimit: number | null;
  /** The pace it is really sent at if its receiver was overloaded; null: the limit. */
  readonly slowedToPerS: number | null;
  /** Fraction of the last attempts that succeeded; null: none is recorded. */
  readonly successRatio: number | null;
}

/** What will become of the queue at the current rates. */
type DrainEstimate =
  | { readonly kind: 'empty' }
  | { readonly kind: 'drains'; readonly seconds: number }
  /** More arrives than leaves; the delay grows by this many seconds every second. */
  | { readonly kind: 'grows'; readonly delayPerS: number }
  | { readonly kind: 'unknown' };

/** A head that waits for less is between two slots, not in a queue. */
const SHORT_WAIT_MS = 1000;

/**
 * Time until nothing waits: queue / (limit - arrivals). Without a limit, the current send rate replaces it. Deliveries
 * that only wait for a retry or an answer do not count: they do not block anything.
 */
export function drainEstimate(facts: DeliveryFacts): DrainEstimate {
  if (facts.queue === 0) return { kind: 'empty' };
  if (facts.held !== null) {
    return facts.rateLimit === null
      ? { kind: 'unknown' }
      : { kind: 'drains', seconds: facts.queue / facts.rateLimit };
  }
  if (facts.oldestMs === null || facts.oldestMs < SHORT_WAIT_MS) return { kind: 'unknown' };
  const outPerS = facts.slowedToPerS ?? facts.rateLimit ?? facts.sendsPerS;
  const spare = outPerS - facts.arrivalsPerS;
  // Within a hundredth of the rate nobody can tell the direction.
  if (outPerS > 0 && spare > outPerS / 100) return { kind: 'drains', seconds: facts.queue / spare };
  if (outPerS > 0) return { kind: 'grows', delayPerS: Math.max(0, -spare) / outPerS };
  return { kind: 'unknown' };
}

/** The state of an endpoint in plain words; the last part is the forecast. */
export function deliverySentence(facts: DeliveryFacts): { readonly now: string; readonly next: string } {
  const { state, held, queue, oldestMs, arrivalsPerS, sendsPerS, rateLimit } = facts;
  const drain = drainEstimate(facts);
  if (held !== null) {
    const word = held === 'disabled' ? 'Disabled' : 'Paused';
    const act = held === 'disabled' ? 'Enabled again' : 'Resumed';
    if (queue === 0) return { now: `${word}. Nothing waits.`, next: 'New messages wait too.' };
    const arriving = arrivalsPerS > 0 ? ` ${shortRate(arrivalsPerS)}/s are added.` : '';
    const leave =
      drain.kind === 'drains'
        ? `${act}, they are sent at ${rateLimit}/s, in about ${formatDuration(drain.seconds)}.`
        : `${act}, they are sent as fast as the receiver answers.`;
    return { now: `${word}. ${waits(queue)}; nothing is lost.${arriving}`, next: leave };
  }
  if (arrivalsPerS === 0 && sendsPerS === 0 && queue === 0) {
    return { now: 'No traffic right now.', next: 'Nothing waits.' };
  }
  // Messages that a receiver refuses are sent but not delivered.
  const sending = state === 'failing' ? 'trying' : 'delivering';
  const rates = `Receiving ${shortRate(arrivalsPerS)}/s, ${sending} ${shortRate(sendsPerS)}/s.`;
  const isDue = oldestMs !== null && oldestMs >= SHORT_WAIT_MS;
  const wait =
    queue === 0
      ? ''
      : isDue
        ? ` Queue ${queue.toLocaleString('en')}, oldest ${formatDuration(oldestMs / 1000)}.`
        : ` ${waits(queue)} for a turn, a retry or an answer.`;
  return { now: rates + wait, next: nextOf(facts, drain, state) };
}

function nextOf(facts: DeliveryFacts, drain: DrainEstimate, state: TrafficState): string {
  if (state === 'failing') {
    const part = facts.successRatio === null ? '' : ` (${Math.round(facts.successRatio * 100)} % succeed)`;
    return `Most attempts fail${part}. Waiting messages are retried later.`;
  }
  const slowed =
    facts.slowedToPerS === null ? '' : ` at the slower pace of ${shortRate(facts.slowedToPerS)}/s`;
  if (drain.kind === 'drains') return `Drains in about ${formatDuration(drain.seconds)}${slowed}.`;
  if (drain.kind === 'grows') {
    // Whether a burst will go on is still unknown: the rates are means, and the burst may just have ended.
    if (state === 'smoothing') return `While this burst lasts${slowed}, ${growthOf(drain.delayPerS)}.`;
    return `Will not drain at this rate${slowed}: ${growthOf(drain.delayPerS)}.`;
  }
  return drain.kind === 'empty' ? 'Nothing waits.' : 'Nothing is delayed.';
}

function growthOf(delayPerS: number): string {
  return delayPerS < 0.005
    ? 'messages arrive as fast as the limit allows'
    : `delay grows ${Number(delayPerS.toPrecision(2))} s every second`;
}

function waits(queue: number): string {
  return `${queue.toLocaleString('en')} ${queue === 1 ? 'waits' : 'wait'}`;
}
