import { toIsoTime } from '../../base/clock';
import { assertNever } from '../../base/errors';
import {
  type AttemptOut,
  type EndpointMessageOut,
  MESSAGE_STATUS,
  type MessageEndpointOut,
  type StatusText,
  TRIGGER_TYPE,
} from '../../contract/attempt';
import type { ExplanationOut } from '../../contract/explanation';
import type { FleetMessageOut, MessageReasonOut } from '../../contract/fleet-message';
import type { LiveAttempt } from '../../contract/live-event';
import type { MessageListedOut, MessageOut, MessageOutcomes } from '../../contract/message';
import type { AcceptedMessage, MessageInput } from '../../delivery/create-message';
import { attemptCause } from '../../delivery/engine/attempt-cause';
import type { ExplainedMessage } from '../../delivery/explain/explain-message';
import { isObject } from '../../json-schema/plain-json';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { FoundMessage } from '../../storage/messages/all-message-store';
import type { AttemptRecord, AttemptWithMessage } from '../../storage/messages/attempt-store';
import type { MessageRecord } from '../../storage/messages/message-archive';
import type { Outcome, OutcomeCounts } from '../../storage/messages/outcome-store';
import { traceIdOf } from '../../storage/trace-context';
import { RawJson } from '../raw-json';
import { presentEndpoint } from './presenters';

/** The payload as received; `{}` if content was not requested. */
export function presentMessage(record: MessageRecord): MessageOut {
  return {
    id: record.id,
    eventId: record.eventId,
    eventType: record.eventType,
    payload: record.isExpunged
      ? { expired: true }
      : presentPayload(record.payload, record.contentType !== null),
    channels: record.channels ? [...record.channels] : null,
    tags: record.tags ? [...record.tags] : null,
    timestamp: toIsoTime(record.createdAt),
    deliverAt: record.deliverAt === null ? null : toIsoTime(record.deliverAt),
    traceId: record.traceId,
  };
}

/** A row of the list of messages. @param counts undefined: it was sent to no endpoint */
export function presentListedMessage(
  record: MessageRecord,
  counts: OutcomeCounts | undefined,
): MessageListedOut {
  return { ...presentMessage(record), outcomes: presentOutcomes(counts) };
}

function presentOutcomes(counts: OutcomeCounts | undefined): MessageOutcomes {
  return {
    success: counts?.delivered ?? 0,
    pending: counts?.waitingFirst ?? 0,
    sending: counts?.waitingAgain ?? 0,
    fail: counts?.failed ?? 0,
    canceled: counts?.canceled ?? 0,
  };
}

/** A row of the list of the messages of all applications. @param reason null: nothing keeps it from an endpoint */
export function presentAnyMessage(
  { isExpunged: _left, createdAt, deliverAt, counts, ...message }: FoundMessage,
  reason: MessageReasonOut | null,
): FleetMessageOut {
  return {
    ...message,
    timestamp: toIsoTime(createdAt),
    deliverAt: deliverAt === null ? null : toIsoTime(deliverAt),
    reason,
    outcomes: presentOutcomes(counts),
  };
}

/** The response to a message that was just accepted. */
export function presentAccepted(
  input: MessageInput,
  { id, createdAt, deliverAt }: AcceptedMessage,
  withContent: boolean,
): MessageOut {
  return presentMessage({
    id,
    createdAt,
    isExpunged: false,
    ...input,
    deliverAt,
    payload: withContent ? input.payload : null,
    contentType: input.contentType ?? null,
    traceId: input.trace ? traceIdOf(input.trace) : null,
  });
}

/**
 * @param text JSON text of an object. Null: not requested
 * @param isRaw true when it may be any text; anything but an object is shown as one
 */
function presentPayload(text: string | null, isRaw: boolean): MessageOut['payload'] {
  if (isRaw && text !== null && !isJsonObject(text)) return { rawPayload: text };
  // Typed as what it becomes on the wire; the text is sent unchanged.
  return text === null ? {} : (new RawJson(text) as unknown as MessageOut['payload']);
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** What is shown of an attempt. */
interface AttemptShown {
  /** False leaves out the response. */
  readonly withContent: boolean;
  /** True adds why its address was refused; for the admin only. */
  readonly exact: boolean;
}

export function presentAttempt(record: AttemptRecord, { withContent, exact }: AttemptShown): AttemptOut {
  const reason = exact && record.exactReason !== null ? ` (${record.exactReason})` : '';
  const statusText = record.succeeded ? 'success' : 'fail';
  return {
    id: record.id,
    msgId: record.messageId,
    endpointId: record.endpointId,
    url: record.url,
    response: withContent ? record.response + reason : '{}',
    responseStatusCode: record.responseStatusCode,
    responseDurationMs: record.responseDurationMs,
    status: MESSAGE_STATUS[statusText],
    statusText,
    cause: attemptCause(record),
    triggerType: record.manual ? TRIGGER_TYPE.manual : TRIGGER_TYPE.scheduled,
    timestamp: toIsoTime(record.createdAt),
  };
}

/** An attempt as the live stream sends it. */
export function presentLiveAttempt(record: AttemptWithMessage): LiveAttempt {
  const { response: _left, ...attempt } = presentAttempt(record, { withContent: false, exact: false });
  return { ...attempt, appId: record.message.appId, eventType: record.message.eventType };
}

export function presentEndpointMessage(
  message: MessageRecord,
  outcome: Outcome,
  expanded: boolean,
): EndpointMessageOut {
  return { ...presentMessage(message), ...presentOutcome(outcome, expanded) };
}

export function presentMessageEndpoint(
  endpoint: EndpointRecord,
  outcome: Outcome,
  expanded: boolean,
): MessageEndpointOut {
  return { ...presentEndpoint(endpoint), ...presentOutcome(outcome, expanded) };
}

/** What is unknown is left out. */
export function presentExplanation(endpointId: string, explanation: ExplainedMessage): ExplanationOut {
  const { state, absence, sentence, again, ahead, estimatedAt, nextAttemptAt } = explanation;
  return {
    endpointId,
    state,
    ...(absence && { absence }),
    sentence,
    again,
    ...(ahead !== null && { ahead }),
    ...(estimatedAt !== null && { estimatedAt: toIsoTime(estimatedAt) }),
    ...(nextAttemptAt !== null && { nextAttempt: toIsoTime(nextAttemptAt) }),
  };
}

/** @param expanded false: only the statuses that older clients know; the others are mapped to these, as by Svix */
function presentOutcome(outcome: Outcome, expanded: boolean) {
  const statusText = statusOf(outcome, expanded);
  return {
    status: MESSAGE_STATUS[statusText],
    statusText,
    nextAttempt: outcome.nextDueAt === null ? null : toIsoTime(outcome.nextDueAt),
  };
}

function statusOf({ state, attemptCount }: Outcome, expanded: boolean): StatusText {
  switch (state) {
    case 'delivered':
      return 'success';
    case 'failed':
      return 'fail';
    case 'canceled':
      return expanded ? 'canceled' : 'success';
    case 'waiting':
      return attemptCount > 0 && expanded ? 'sending' : 'pending';
    default:
      return assertNever(state);
  }
}

/** What a response with counts says about the time from which on it counts. Nothing where everything was counted. */
export function presentCountedSince(countedSince: number | null) {
  return countedSince === null ? {} : { countedSince: toIsoTime(countedSince) };
}
