import type { AbsenceReason, ExplanationState } from '../../contract/explanation';
import { utcMoment } from '../../contract/utc-moment';
import type { EndpointRecord } from '../../storage/endpoint-record';
import { explainAbsence, type MessageFacts } from './explain-absence';
import { formatCount, formatDuration, formatNumber } from './format';

/** Everything that decides the status of a message at an endpoint. Times are milliseconds since 1970. */
export interface DeliveryFacts {
  readonly now: number;
  readonly message: MessageFacts & {
    /** When its sender wanted it delivered. Null or absent: at once. */
    readonly deliverAt?: number | null;
  };
  readonly endpoint: EndpointRecord;
  /** Since when all sending of this instance is paused. Null: it is not. */
  readonly sendingPausedSince: number | null;
  /** Since when its deliveries wait for the network of this computer, in ms since 1970. Null: they do not. */
  readonly noNetworkSince: number | null;
  /** How long a delivery is kept after it ended, in milliseconds. */
  readonly retentionMs: number;
  /** Deliveries that ended before it were removed, also if they are kept for longer now. Null: none ever was. */
  readonly removedBefore: number | null;
  /** True: the reader may see every event type. */
  readonly exact: boolean;
  /** Why the content of the message does not satisfy the endpoint's filter. Null: it does, or nobody needs to know. */
  readonly refusal: string | null;
  /** Planned attempts per delivery, including the first. */
  readonly plannedAttempts: number;
  // Of the deliveries of this message to this endpoint, for each state: the first that was delivered, the last that
  // failed or was canceled, the next that is due. Null: there is none.
  readonly delivered: EndedFacts | null;
  readonly failed: EndedFacts | null;
  readonly canceled: EndedFacts | null;
  readonly waiting: WaitingFacts | null;
}

export interface EndedFacts {
  readonly endedAt: number;
  /** Attempts of its schedule. */
  readonly attempts: number;
  /** All attempts: also those outside of it, and those of the deliveries that ended before. */
  readonly allAttempts: number;
  /** True when somebody requested this send. */
  readonly manual: boolean;
  /** True: somebody ended it, so that those behind it could leave. Absent: nobody did. */
  readonly skipped?: boolean;
  /** Null: it was never attempted. */
  readonly lastAttempt: AttemptFacts | null;
}

export interface WaitingFacts {
  readonly dueAt: number;
  /** Attempts of its schedule made so far. */
  readonly attempts: number;
  /** True: the next one is not of the schedule, because somebody wants it earlier. */
  readonly isExtra: boolean;
  readonly manual: boolean;
  readonly lastAttempt: AttemptFacts | null;
  /** True: sent, but its outcome is not recorded yet. */
  readonly onItsWay: boolean;
  /** True: another process sends to the endpoint, and has not said how far it is. */
  readonly isUnheard: boolean;
  readonly ahead: { readonly count: number /** True: there are more than that. */; readonly more: boolean };
  /** The message that an ordered endpoint has to get before this one, attempted already. Null: there is none. */
  readonly behind: {
    readonly messageId: string;
    /** Attempts of its schedule made so far. */
    readonly attempts: number;
    readonly dueAt: number;
  } | null;
  /** Null: the endpoint has no limit. */
  readonly limit: {
    readonly perSecond: number /** Null: the endpoint's own. */;
    readonly application: string | null;
  } | null;
  /** The receiver asked for a pause until then. Null: it did not. */
  readonly pausedUntil: number | null;
  /**
   * The factor by which the limit's distance between two sends is stretched, because the receiver is overloaded; 1: it
   * is not.
   */
  readonly slowness: number;
  /** Requests the endpoint has not answered, if that is the most allowed at once. Null: more are allowed. */
  readonly unfinished: number | null;
  /** True: this server has as many requests in flight, to all receivers together, as it may have. */
  readonly serverFull: boolean;
}

export interface AttemptFacts {
  /** HTTP status; 0: there was no response. */
  readonly status: number;
  /** Why there was no response, as far as this reader may know. Empty: not known. */
  readonly reason: string;
}

export interface Explanation {
  readonly state: ExplanationState;
  /** Why there was never a delivery. Absent unless the state is `not-sent`. */
  readonly absence?: AbsenceReason;
  /** One plain sentence, in lower case and without a full stop. */
  readonly sentence: string;
  /** Deliveries ahead of it, as far as they were counted. Null: it waits for no others. */
  readonly ahead: number | null;
  /** About when it leaves. Null: not known. */
  readonly estimatedAt: number | null;
  /** When it is due. Null: it is not. */
  readonly nextAttemptAt: number | null;
}

/** Says in one sentence why a message did, or did not, arrive at an endpoint. Pure; says nothing beyond the facts. */
export function explainDelivery(facts: DeliveryFacts): Explanation {
  const { delivered, failed, canceled, waiting } = facts;
  const open = waiting && explainWaiting(facts, waiting);
  if (delivered) {
    const again = waiting?.manual ? 'resend requested, ' : 'another attempt is scheduled anyway, ';
    const rest = open ? `; ${again}${open.sentence}` : '';
    return { ...NOTHING_PLANNED, ...open, state: 'delivered', sentence: deliveredText(delivered) + rest };
  }
  if (open) return open;
  if (failed) return { ...NOTHING_PLANNED, state: 'failed', sentence: failedText(facts, failed) };
  if (canceled) {
    const { deletedAt } = facts.endpoint;
    const wasDeleted = deletedAt !== null && canceled.endedAt >= deletedAt;
    const why = wasDeleted
      ? ': the endpoint was deleted'
      : ': the waiting deliveries of the endpoint were canceled';
    const sentence = `canceled on ${utcMoment(canceled.endedAt)}${afterAttempts(canceled.allAttempts)}${why}`;
    return { ...NOTHING_PLANNED, state: 'canceled', sentence };
  }
  const absence = explainAbsence(facts.message, facts.endpoint, facts);
  const removed = removedText(facts);
  if (removed !== null) return { ...NOTHING_PLANNED, state: 'removed', sentence: removed };
  const { reason, sentence } = absence;
  return { ...NOTHING_PLANNED, state: 'not-sent', absence: reason, sentence: `not sent: ${sentence}` };
}

/**
 * What retention may have removed. Null: nothing, since the message is too young, or the endpoint was there only before
 * it, or for so short a time that a delivery would still be on record. What the endpoint takes says nothing: somebody may
 * have sent the message there all the same, or recovered it before the endpoint was changed.
 */
function removedText({ now, message, endpoint, retentionMs, removedBefore }: DeliveryFacts): string | null {
  const { createdAt } = message;
  const couldGet = endpoint.deletedAt === null || endpoint.deletedAt > createdAt;
  const kept = Math.max(now - retentionMs, removedBefore ?? 0);
  if (createdAt >= kept || endpoint.createdAt >= kept || !couldGet) return null;
  const accepted = `this message was accepted on ${utcMoment(createdAt)}`;
  if (createdAt >= now - retentionMs) {
    return `removed: payloads, deliveries and attempts from before ${utcMoment(kept)} were removed when they were kept for a shorter time, and ${accepted}`;
  }
  const days = formatCount(Math.round(retentionMs / DAY_MS), 'day', 'days');
  return `removed: payloads, deliveries and attempts are kept for ${days}, and ${accepted}`;
}

const DAY_MS = 86_400_000;
const NOTHING_PLANNED = { ahead: null, estimatedAt: null, nextAttemptAt: null } as const;

function deliveredText({ endedAt, allAttempts, manual }: EndedFacts): string {
  const how = [
    manual && 'sent manually',
    allAttempts > 1 ? `after ${attemptsText(allAttempts)}` : !manual && 'at the first attempt',
  ];
  return [`delivered on ${utcMoment(endedAt)}`, ...how].filter(Boolean).join(', ');
}

function failedText(
  { message, plannedAttempts }: DeliveryFacts,
  failed: NonNullable<DeliveryFacts['failed']>,
): string {
  const head = `given up on ${utcMoment(failed.endedAt)}${afterAttempts(failed.allAttempts)}`;
  if (failed.skipped) {
    const last = failed.lastAttempt ? `; ${outcomeText(failed.lastAttempt)}` : '';
    return `${head}: someone skipped it, so that the messages behind it could be sent${last}`;
  }
  // Attempts were left, and nothing else ends a delivery before its last one.
  const contentGone = message.isExpunged && !failed.manual && failed.attempts < plannedAttempts;
  if (contentGone || !failed.lastAttempt) return `${head}: its content was removed before it could be sent`;
  return `${head}; ${outcomeText(failed.lastAttempt)}`;
}

function explainWaiting(facts: DeliveryFacts, waiting: WaitingFacts): Explanation {
  const { now } = facts;
  const { ahead, dueAt, limit } = waiting;
  if (waiting.onItsWay) {
    return { ...NOTHING_PLANNED, state: 'sending', sentence: `sending now, ${attemptLabel(facts, waiting)}` };
  }
  const { deletedAt } = facts.endpoint;
  if (deletedAt !== null) {
    // Nothing waits for it any longer, also where that is still to be written.
    const sentence = `canceled on ${utcMoment(deletedAt)}${afterAttempts(waiting.attempts)}: the endpoint was deleted`;
    return { ...NOTHING_PLANNED, state: 'canceled', sentence };
  }
  const hold = holdText(facts);
  if (hold) {
    const sentence = `on hold: ${hold}, ${aheadText(ahead)}`;
    return { ...NOTHING_PLANNED, state: 'held', sentence, ahead: ahead.count };
  }
  const dueInMs = Math.max(0, dueAt - now);
  const pauseMs = Math.max(0, (waiting.pausedUntil ?? now) - now);
  const queueMs = pauseMs + (limit ? (ahead.count / limit.perSecond) * waiting.slowness * 1000 : 0);
  const last = waiting.lastAttempt ? `; ${outcomeText(waiting.lastAttempt)}` : '';
  if (dueInMs > queueMs) {
    const when = `in ${formatDuration(dueInMs)}`;
    const wanted = waiting.attempts === 0 && !waiting.manual && facts.message.deliverAt === dueAt;
    const sentence = wanted
      ? `waiting: scheduled by its sender for ${utcMoment(dueAt)}, ${when}`
      : `waiting: ${attemptLabel(facts, waiting)} ${when}${last}`;
    return { state: 'waiting', sentence, ahead: null, estimatedAt: dueAt, nextAttemptAt: dueAt };
  }
  if (waiting.behind) {
    const { messageId, attempts, dueAt: next } = waiting.behind;
    const due = next > now ? `in ${formatDuration(next - now)}` : 'now';
    const label = plannedLabel(facts, attempts);
    const sentence = `waiting: ordered endpoint, message ${messageId} goes first (${label} ${due}), ${aheadText(ahead)}`;
    return { state: 'waiting', sentence, ahead: ahead.count, estimatedAt: null, nextAttemptAt: dueAt };
  }
  // One after another, the receiver's own time counts too.
  const isOpen = facts.endpoint.ordered || waiting.unfinished !== null || waiting.serverFull;
  const atLeast = ahead.more || waiting.isUnheard || isOpen;
  const parts = [
    (waiting.attempts > 0 || waiting.manual) && attemptLabel(facts, waiting),
    waiting.isUnheard && 'the node that sends to the endpoint did not report its queue',
    waiting.pausedUntil !== null && `the receiver asked for a pause until ${utcMoment(waiting.pausedUntil)}`,
    waiting.unfinished !== null &&
      `the endpoint has not responded to ${formatCount(waiting.unfinished, 'request', 'requests')} yet`,
    waiting.serverFull && 'this server has reached its limit of concurrent requests',
    limit && limitText(limit),
    limit && waiting.slowness > 1 && slownessText(limit.perSecond / waiting.slowness),
    aheadText(ahead),
    limit && ahead.count > 0 && `${atLeast ? 'at least' : 'about'} ${formatDuration(queueMs)}`,
  ];
  return {
    state: 'waiting',
    sentence: `waiting: ${parts.filter(Boolean).join(', ')}${last}`,
    ahead: ahead.count,
    estimatedAt: atLeast || (!limit && ahead.count > 0) ? null : Math.round(now + queueMs),
    nextAttemptAt: dueAt,
  };
}

/** What holds it: "the endpoint was disabled on ...", "all sending was paused on ..."; null: nothing. */
function holdText({ endpoint, sendingPausedSince, noNetworkSince }: DeliveryFacts): string | null {
  const { disabled, disabledAt, paused, pausedAt } = endpoint;
  const holds = [
    disabled && `${heldText('disabled', disabledAt)}${disabledText(endpoint)}`,
    paused && heldText('paused', pausedAt),
  ];
  const own = holds.filter(Boolean).join(' and ');
  const all = sendingPausedSince !== null && `all sending ${heldText('paused', sendingPausedSince)}`;
  const network =
    noNetworkSince !== null && `this service has had no network since ${utcMoment(noNetworkSince)}`;
  return [own && `the endpoint ${own}`, all, network].filter(Boolean).join(', and ') || null;
}

/** @param at since when; null: not recorded */
function heldText(how: 'disabled' | 'paused', at: number | null): string {
  return at === null ? `is ${how}` : `was ${how} on ${utcMoment(at)}`;
}

/** Why it was disabled automatically. Empty: somebody disabled it, or the reason is not known. */
function disabledText({ disabledReason, failing }: EndpointRecord): string {
  if (disabledReason === 'receiver') return ' because its receiver requested it';
  if (disabledReason !== 'failing') return '';
  return ` because all attempts had failed${failing ? ` since ${utcMoment(failing.since)}` : ''}`;
}

function limitText({ perSecond, application }: NonNullable<WaitingFacts['limit']>): string {
  const from = application === null ? 'of the endpoint' : `from application ${application}`;
  return `limit ${formatNumber(perSecond)}/s ${from}`;
}

function slownessText(perSecond: number): string {
  return `slowed to ${formatNumber(perSecond)}/s because the receiver is overloaded`;
}

function aheadText({ count, more }: WaitingFacts['ahead']): string {
  if (count === 0) return 'next in the queue';
  return `${more ? 'more than ' : ''}${formatNumber(count)} ahead`;
}

function attemptLabel(facts: DeliveryFacts, { attempts, isExtra, manual }: WaitingFacts): string {
  if (manual) return 'sent manually';
  if (isExtra) return 'manual retry';
  return plannedLabel(facts, attempts);
}

/** @param attempts those of the schedule that were made */
function plannedLabel({ plannedAttempts }: DeliveryFacts, attempts: number): string {
  const next = attempts + 1;
  // The schedule may have become shorter since the last attempt.
  return `attempt ${next} of ${Math.max(next, plannedAttempts)}`;
}

function outcomeText({ status, reason }: AttemptFacts): string {
  if (status !== 0) return `last response: HTTP ${status}`;
  return reason === '' ? 'last attempt: no response' : `last error: ${reason}`;
}

function afterAttempts(attempts: number): string {
  return attempts === 0 ? '' : ` after ${attemptsText(attempts)}`;
}

function attemptsText(attempts: number): string {
  return formatCount(attempts, 'attempt', 'attempts');
}
