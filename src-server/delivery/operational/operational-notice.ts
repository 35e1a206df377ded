import { toIsoTime } from '../../base/clock';
import type {
  AttemptNoticeType,
  BackgroundTaskData,
  EndpointNoticeData,
  EndpointNoticeType,
  OperationalNotice,
} from '../../contract/operational-webhook';
import type { AttemptResult } from '../../storage/attempt-result';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointChange } from '../../storage/endpoint-store';

/** The failure of a delivery at which the sender is notified of the trouble. */
const FAILING_AT_FAILURE = 4;

/**
 * The notice that an attempt causes about its delivery. It depends only on the attempts before it: a delivery that
 * succeeds after its fourth failure has recovered, since that failure was reported. Null: nothing. A requested send
 * causes no notice: it is attempted once, and its message was reported before. Nor does the failure of an attempt that
 * was requested between two retries.
 * @param attemptsBefore attempts of the schedule of this delivery before this one; all have failed
 */
export function attemptNoticeType(
  result: Pick<AttemptResult, 'succeeded' | 'manual' | 'next'>,
  attemptsBefore: number,
): AttemptNoticeType | null {
  if (result.manual && attemptsBefore === 0) return null;
  if (result.succeeded) return attemptsBefore >= FAILING_AT_FAILURE ? 'message.attempt.recovered' : null;
  if (result.next.state === 'failed') return 'message.attempt.exhausted';
  return !result.manual && attemptsBefore + 1 === FAILING_AT_FAILURE ? 'message.attempt.failing' : null;
}

/**
 * @param appUid the sender's own identifier of the application. Null: it has none
 * @param msgEventId the sender's own identifier of the message. Null: it has none
 */
export function attemptNotice(
  type: AttemptNoticeType,
  result: AttemptResult,
  endpoint: EndpointRecord,
  { appUid, msgEventId }: { readonly appUid: string | null; readonly msgEventId: string | null },
): OperationalNotice {
  return {
    type,
    data: {
      ...names(endpoint, appUid),
      msgId: result.messageId,
      ...(msgEventId !== null && { msgEventId }),
      lastAttempt: {
        id: result.attemptId,
        responseStatusCode: result.responseStatusCode,
        timestamp: toIsoTime(result.createdAt),
      },
    },
  };
}

/**
 * The notices that a change of an endpoint causes. Automatic disabling is reported only as that; disabling by a person
 * is also reported as a change.
 */
export function endpointNotices(
  { before, after }: EndpointChange,
  appUid: string | null,
): readonly OperationalNotice[] {
  const endpoint = after ?? before;
  if (!endpoint) return [];
  const data = names(endpoint, appUid);
  const notice = (type: EndpointNoticeType): OperationalNotice => ({ type, data });
  if (!before) return [notice('endpoint.created')];
  if (!after) return [notice('endpoint.deleted')];
  const isAutomatic = after.disabled && !before.disabled && after.disabledReason !== 'manual';
  return [
    ...(isAutomatic ? [] : [notice('endpoint.updated')]),
    ...(before.disabled && !after.disabled ? [notice('endpoint.enabled')] : []),
    ...(after.disabled && !before.disabled ? [disabledNotice(data, after)] : []),
  ];
}

/** The names in a notice of what the API names otherwise: official clients expect each where they know it. */
const NOTICE_NAMES = [
  ['messagesSent', 'messages_sent'],
  ['messagesPurged', 'messages_purged'],
  ['appStats', 'app_stats'],
] as const;

/** A background task that ended, and what it says about its work. */
export function taskNotice(task: BackgroundTaskData): OperationalNotice {
  const renamed = NOTICE_NAMES.filter(([name]) => name in task.data).map(([name, noticeName]) => [
    noticeName,
    task.data[name],
  ]);
  return {
    type: 'background_task.finished',
    data: { ...task, data: { ...task.data, ...Object.fromEntries(renamed) } },
  };
}

function disabledNotice(data: EndpointNoticeData, endpoint: EndpointRecord): OperationalNotice {
  const reason = endpoint.disabledReason ?? 'manual';
  return {
    type: 'endpoint.disabled',
    data: {
      ...data,
      trigger: reason === 'manual' ? 'manual' : 'automatic',
      reason,
      failSince: endpoint.failing ? toIsoTime(endpoint.failing.since) : null,
    },
  };
}

function names(endpoint: EndpointRecord, appUid: string | null): EndpointNoticeData {
  return {
    appId: endpoint.appId,
    ...(appUid !== null && { appUid }),
    endpointId: endpoint.id,
    ...(endpoint.uid !== null && { endpointUid: endpoint.uid }),
  };
}
