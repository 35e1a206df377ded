import { type Clock, toIsoTime } from '../../base/clock';
import type { NewId } from '../../base/id';
import type { Log } from '../../base/log';
import { MESSAGE_STATUS, TRIGGER_TYPE } from '../../contract/attempt';
import type { LiveBus } from '../../live/live-bus';
import type { AttemptOutcome, TrafficSink } from '../../live/traffic-sink';
import type { AttemptResult } from '../../storage/attempt-result';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import { OPERATIONAL_APP_ID } from '../../storage/operational-application';
import { REFUSED_ADDRESS_TEXT } from '../connection/address-guard';
import { TIMEOUT_TEXT } from '../connection/failure-message';
import type { SendReport, SendResult } from '../connection/sender';
import type { Entry } from '../endpoints/entry-queue';
import type { FailureWatch } from '../endpoints/failure-watch';
import type { SendRight } from '../endpoints/send-right';
import type { OperationalOutbox } from '../operational/operational-outbox';
import { attemptCause } from './attempt-cause';
import { afterAttempt, type NextState, resumesAt, scheduledAttempts, succeeded } from './delivery-state';
import type { RetryPolicy } from './retry-policy';

/** An attempt that ended, and what it was an attempt of. */
export interface EndedAttempt {
  readonly entry: Entry;
  readonly endpoint: EndpointRecord;
  /** Where it was actually sent. */
  readonly url: string;
  /** What it is recorded with, see `SendRight.fenceOf`. */
  readonly fence: number | null;
  readonly report: SendReport;
  /** What the report amounts to: the result that is stored. */
  readonly result: SendResult;
}

export interface AttemptRecorder {
  /**
   * Records how an attempt ended and what becomes of its delivery; resolves when that is on disk and the watchers know.
   * If it cannot be written (a full disk), it stays in memory and the write is retried, at least each second, until
   * `signal` aborts; then it rejects, and the delivery is still waiting in the database.
   */
  record(attempt: EndedAttempt, signal: AbortSignal): Promise<NextState>;
}

interface AttemptRecorderParts {
  readonly clock: Clock;
  /** Milliseconds since 1970, never going backwards; due times are measured by it. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: Log;
  readonly deliveries: DeliveryStore;
  readonly retryPolicy: RetryPolicy;
  readonly liveBus: LiveBus;
  readonly traffic: TrafficSink;
  readonly failures: FailureWatch;
  readonly outbox: Pick<OperationalOutbox, 'aboutAttempt' | 'stored'>;
  /** Whether this is the endpoint's current address: what an old one answered does not count. */
  readonly isCurrent: (endpoint: EndpointRecord) => boolean;
  readonly sendRight: Pick<SendRight, 'fenceOf'>;
  /** Disables an endpoint if its attempts have failed for too long; it has just failed once more. */
  readonly disableIfFailing: (endpointId: string, finishedAt: number) => Promise<void>;
}

/** What is kept of an attempt until it is on disk. */
interface Recording {
  readonly result: AttemptResult;
  /** The result with its consequences for the endpoint. Null: not determined yet. */
  marked: AttemptResult | null;
  readonly endpoint: EndpointRecord;
  /** Attempts of the schedule before this one. */
  readonly attemptsBefore: number;
  readonly eventType: string;
  readonly outcome: AttemptOutcome;
  /** False: it says nothing about the receiver. */
  readonly counts: boolean;
}

const FIRST_RETRY_MS = 100;
/** While nothing can be recorded, nothing is sent: what can be written again must not wait for long. */
const LONGEST_RETRY_MS = 1000;

export function createAttemptRecorder(parts: AttemptRecorderParts): AttemptRecorder {
  const { clock, now, newId, log, deliveries, retryPolicy, liveBus, traffic, failures, outbox } = parts;

  /**
   * Whether it has consequences beside being stored: not if it failed, and another process sends to the endpoint by now.
   * The database has the last word, see `AttemptResult.fence`.
   */
  function matters({ endpointId, next, fence = null }: AttemptResult): boolean {
    return next.state === 'delivered' || fence === null || parts.sendRight.fenceOf(endpointId) === fence;
  }

  /**
   * The result with its consequences for the endpoint. Determined right before the write, so that of two attempts, the
   * one written last has the last word.
   */
  function withMark({ result, endpoint, counts }: Recording): AttemptResult {
    if (!counts || !parts.isCurrent(endpoint) || !matters(result)) return result;
    const failing = failures.count(result);
    return failing === undefined ? result : { ...result, failing };
  }

  /** One write. */
  async function write(recording: Recording): Promise<void> {
    const { result, endpoint, attemptsBefore } = recording;
    const event = matters(result) ? outbox.aboutAttempt(result, endpoint, attemptsBefore) : null;
    const notice = event && (await event);
    recording.marked ??= withMark(recording);
    const created = await deliveries.finish(notice ? { ...recording.marked, notice } : recording.marked);
    if (notice) outbox.stored(notice, created);
  }

  async function writeAgain(recording: Recording, first: unknown, signal: AbortSignal): Promise<void> {
    let cause = first;
    log.error(
      { err: first, attemptId: recording.result.attemptId },
      'could not record an attempt; trying again',
    );
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) throw cause;
      try {
        return await write(recording);
      } catch (again) {
        cause = again;
      }
    }
  }

  async function keep(recording: Recording, signal: AbortSignal): Promise<NextState> {
    const { result, endpoint, eventType, outcome, counts } = recording;
    try {
      await write(recording);
    } catch (cause) {
      await writeAgain(recording, cause, signal);
    }
    if (recording.marked?.failing !== undefined) liveBus.publish({ kind: 'attention-changed' });
    traffic.ended(endpoint.id, {
      outcome,
      durationMs: result.responseDurationMs,
      retryAt: result.next.state === 'waiting' ? result.next.dueAt : null,
    });
    // Operational webhooks are not customer traffic.
    if (liveBus.isWatched && endpoint.appId !== OPERATIONAL_APP_ID) {
      announce(result, endpoint.appId, eventType);
    }
    if (!result.succeeded && counts && parts.isCurrent(endpoint) && matters(result)) {
      await parts.disableIfFailing(endpoint.id, result.finishedAt);
    }
    return result.next;
  }

  return {
    record({ entry, endpoint, url, fence, report, result: ended }, signal) {
      const finishedAt = now();
      const schedule = resumesAt(entry, finishedAt - report.durationMs);
      const result: AttemptResult = {
        attemptId: newId('atmpt_'),
        deliveryId: entry.id,
        messageId: entry.messageId,
        endpointId: endpoint.id,
        url,
        succeeded: succeeded(ended),
        responseStatusCode: ended.kind === 'responded' ? ended.status : 0,
        response: responseText(ended),
        exactReason: ended.kind === 'blocked' ? ended.exactReason : null,
        responseDurationMs: report.durationMs,
        sentHeaders: report.headers?.sent ?? null,
        receivedHeaders: report.headers?.received ?? null,
        manual: entry.manual || schedule !== null,
        extra: schedule !== null,
        createdAt: report.sentAt,
        next: afterAttempt(ended, { ...entry, resumesAt: schedule }, retryPolicy, finishedAt),
        finishedAt,
        fence,
      };
      if (ended.kind === 'blocked') {
        const { exactReason } = ended;
        log.warn({ endpointId: endpoint.id, messageId: entry.messageId, exactReason }, 'target refused');
      }
      const eventType = entry.content?.eventType ?? '';
      const outcome = outcomeOf(ended);
      const attemptsBefore = scheduledAttempts(entry);
      const counts = ended.kind !== 'proxy-failed';
      return keep({ result, marked: null, endpoint, attemptsBefore, eventType, outcome, counts }, signal);
    },
  };

  function announce(result: AttemptResult, appId: string, eventType: string): void {
    const statusText = result.succeeded ? 'success' : 'fail';
    liveBus.publish({
      kind: 'attempt',
      attempt: {
        id: result.attemptId,
        msgId: result.messageId,
        endpointId: result.endpointId,
        url: result.url,
        responseStatusCode: result.responseStatusCode,
        responseDurationMs: result.responseDurationMs,
        status: MESSAGE_STATUS[statusText],
        statusText,
        cause: attemptCause(result),
        triggerType: result.manual ? TRIGGER_TYPE.manual : TRIGGER_TYPE.scheduled,
        timestamp: toIsoTime(result.createdAt),
        appId,
        eventType,
      },
    });
  }
}

function outcomeOf(result: SendResult): AttemptOutcome {
  switch (result.kind) {
    case 'responded':
      return succeeded(result) ? 'success' : 'refused';
    case 'timed-out':
      return 'timeout';
    case 'blocked':
      return 'blocked';
    case 'failed':
    case 'proxy-failed':
      return 'unreachable';
  }
}

/** What is stored as the response: its body, or why there was none. */
function responseText(result: SendResult): string {
  switch (result.kind) {
    case 'responded':
      return result.text;
    case 'timed-out':
      return TIMEOUT_TEXT;
    case 'blocked':
      return REFUSED_ADDRESS_TEXT;
    case 'failed':
    case 'proxy-failed':
      return result.reason;
  }
}
