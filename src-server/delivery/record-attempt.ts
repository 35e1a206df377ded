import { type Clock, toIsoTime } from '../base/clock';
import type { NewId } from '../base/id';
import type { Log } from '../base/log';
import { MESSAGE_STATUS, TRIGGER_TYPE } from '../contract/attempt';
import type { LiveBus } from '../live/live-bus';
import type { AttemptOutcome, TrafficSink } from '../live/traffic-sink';
import type { AttemptResult, DeliveryStore } from '../storage/delivery-store';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { NewDelivery, NewMessage } from '../storage/message-store';
import { OPERATIONAL_APP_ID } from '../storage/operational-application';
import { REFUSED_ADDRESS_TEXT } from './address-guard';
import { afterAttempt, type NextState, succeeded } from './delivery-state';
import type { FailureWatch } from './failure-watch';
import type { Entry } from './lane';
import type { OperationalPost } from './operational-post';
import type { RetryPolicy } from './retry-policy';
import type { SendReport, SendResult } from './sender';

/** An attempt that ended, and what it was an attempt of. */
export interface EndedAttempt {
  readonly entry: Entry;
  readonly endpoint: EndpointRecord;
  /** Where it was really sent. */
  readonly url: string;
  readonly report: SendReport & { readonly result: SendResult };
}

export interface AttemptRecorder {
  /**
   * Writes down how an attempt ended and what becomes of its delivery; resolves when that is on disk and the
   * watchers know. When it cannot be written (a full disk), it is kept in memory and tried again, ever more
   * rarely, until `signal` aborts; then it rejects, and the delivery is still waiting in the database.
   */
  record(attempt: EndedAttempt, signal: AbortSignal): Promise<NextState>;
}

export interface AttemptRecorderParts {
  readonly clock: Clock;
  /** Milliseconds since 1970, never falling; what due times are measured by. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: Log;
  readonly deliveries: DeliveryStore;
  readonly retryPolicy: RetryPolicy;
  readonly liveBus: LiveBus;
  readonly traffic: TrafficSink;
  readonly failures: FailureWatch;
  readonly post: Pick<OperationalPost, 'aboutAttempt' | 'stored'>;
  /** Whether this is the endpoint's address as it is now: what is said at an old one does not count. */
  readonly isCurrent: (endpoint: EndpointRecord) => boolean;
  /** Disables an endpoint if its attempts have failed for too long; it has just failed once more. */
  readonly disableIfFailing: (endpointId: string, finishedAt: number) => Promise<void>;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export function createAttemptRecorder(parts: AttemptRecorderParts): AttemptRecorder {
  const { clock, now, newId, log, deliveries, retryPolicy, liveBus, traffic, failures, post } = parts;

  /**
   * The result with what it means for the endpoint. Asked right before it is written, so that of two attempts the one
   * that is written last has the last word.
   */
  function withMark(result: AttemptResult, endpoint: EndpointRecord): AttemptResult {
    if (!parts.isCurrent(endpoint)) return result;
    const failing = failures.count(result);
    return failing === undefined ? result : { ...result, failing };
  }

  /** @param attemptsBefore attempts of the delivery before this one */
  async function write(
    result: AttemptResult,
    endpoint: EndpointRecord,
    attemptsBefore: number,
    signal: AbortSignal,
  ): Promise<{ notice: NewMessage | null; born: readonly NewDelivery[] }> {
    let marked: AttemptResult | null = null;
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      try {
        const telling = post.aboutAttempt(result, endpoint, attemptsBefore);
        const notice = telling && (await telling);
        marked ??= withMark(result, endpoint);
        const born = await deliveries.finish(notice ? { ...marked, notice } : marked);
        return { notice, born };
      } catch (cause) {
        if (waitMs === FIRST_RETRY_MS) {
          log.error({ err: cause, attemptId: result.attemptId }, 'could not record an attempt; trying again');
        }
        await clock.sleep(waitMs, signal);
        if (signal.aborted) throw cause;
      }
    }
  }

  return {
    async record({ entry, endpoint, url, report }, signal) {
      const finishedAt = now();
      const next = afterAttempt(report.result, entry, retryPolicy, finishedAt);
      const hasSucceeded = succeeded(report.result);
      const result: AttemptResult = {
        attemptId: newId('atmpt_'),
        deliveryId: entry.id,
        messageId: entry.messageId,
        endpointId: endpoint.id,
        url,
        succeeded: hasSucceeded,
        responseStatusCode: report.result.kind === 'responded' ? report.result.status : 0,
        response: responseText(report.result),
        exactReason: report.result.kind === 'blocked' ? report.result.exactReason : null,
        responseDurationMs: report.durationMs,
        sentHeaders: report.headers?.sent ?? null,
        receivedHeaders: report.headers?.received ?? null,
        manual: entry.manual,
        createdAt: report.sentAt,
        next,
        finishedAt,
      };
      if (report.result.kind === 'blocked') {
        const { exactReason } = report.result;
        log.warn({ endpointId: endpoint.id, messageId: entry.messageId, exactReason }, 'target refused');
      }
      const { notice, born } = await write(result, endpoint, entry.attemptCount, signal);
      if (notice) post.stored(notice, born);
      traffic.ended(endpoint.id, outcomeOf(report.result), next.state !== 'waiting');
      // What happens to operational webhooks is nobody's traffic.
      if (liveBus.isWatched && endpoint.appId !== OPERATIONAL_APP_ID) {
        announce(result, endpoint.appId, entry.content?.eventType ?? '');
      }
      if (!hasSucceeded && parts.isCurrent(endpoint)) await parts.disableIfFailing(endpoint.id, finishedAt);
      return next;
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
      return 'unreachable';
  }
}

/** What is kept as the response: its body, or why there was none. */
function responseText(result: SendResult): string {
  switch (result.kind) {
    case 'responded':
      return result.text;
    case 'timed-out':
      return 'no complete response in time';
    case 'blocked':
      return REFUSED_ADDRESS_TEXT;
    case 'failed':
      return result.reason;
  }
}
