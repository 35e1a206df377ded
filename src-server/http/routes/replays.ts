import { type Clock, toIsoTime } from '../../base/clock';
import { invalidField } from '../../base/errors';
import { replayOperations } from '../../contract/operations/replays';
import {
  type BulkReplayIn,
  LONGEST_REPLAY_MS,
  type ReplayEstimateOut,
  type RetryNowIn,
} from '../../contract/replay';
import { timeOfId } from '../../contract/time-of-id';
import type { Delivery } from '../../delivery/delivery';
import type { ReplayScope } from '../../delivery/tasks/replay-task';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import type { ApplicationRecord } from '../../storage/application-store';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { MessageArchive } from '../../storage/messages/message-archive';
import type { ReplayRange, SentFilter } from '../../storage/messages/replay-filter';
import { type Route, route } from '../route';
import { STATES_OF_STATUS } from './attempts';
import { findEndpoint } from './endpoints';
import { findMessage } from './messages';

interface ReplayRouteParts {
  readonly delivery: Delivery;
  readonly tasks: TaskRunner;
  readonly endpoints: EndpointStore;
  readonly messages: MessageArchive;
  readonly clock: Clock;
}

const common = {
  access: 'portal',
  capability: 'CreateAttempts',
  errors: ['endpoint_disabled'],
} as const;

/** The pace of an endpoint is a part of the estimate. Without it, what it has when all is well. */
const atSender = { runsAt: 'endpoint-sender', worksWithoutSender: () => true } as const;

/** Past messages, sent to an endpoint again; with `dryRun`, only counted. A disabled endpoint refuses the former. */
export function replayRoutes(parts: ReplayRouteParts): readonly Route[] {
  const { delivery, tasks, endpoints, messages, clock } = parts;

  async function respond(
    application: ApplicationRecord,
    params: { readonly endpoint: string },
    body: BulkReplayIn | RetryNowIn,
    name: ReplayScope['name'],
  ) {
    const scope = { name, filter: readFilter(body) };
    const isAnyAge = name === 'endpoint.retry-now' || scope.filter.messageIds !== undefined;
    const range = readRange(body, clock.now(), isAnyAge);
    const { id } = await findEndpoint(endpoints, application.id, params);
    if (!body.dryRun) {
      return {
        status: 202 as const,
        body: tasks.present(await delivery.replays.begin(id, { ...scope, ...range })),
      };
    }
    const found = await delivery.replays.estimate(id, { ...scope, ...range });
    const { messages, contentRemoved, alreadyWaiting, held, waiting, rateLimit, seconds } = found;
    const { oldestId, newestId } = found;
    const estimate: ReplayEstimateOut = {
      messages,
      skipped: { contentRemoved, alreadyWaiting, changedMeanwhile: 0 },
      held,
      waiting,
      rateLimit,
      estimatedSeconds: seconds,
      from: toIsoTime(range.since),
      until: toIsoTime(range.until),
      oldest: oldestId && toIsoTime(timeOfId(oldestId)),
      newest: newestId && toIsoTime(timeOfId(newestId)),
    };
    return { status: 200 as const, body: estimate };
  }

  return [
    route(replayOperations.retryNow, {
      ...common,
      ...atSender,
      summary:
        'Retry now: attempt every message that waits for a retry at the endpoint now, within its limit. These are extra attempts: the next automatic attempt of each message stays at its time, and none is used up. A retry that is due, or held because the endpoint is paused, is left alone. A pause that the receiver asked for, and the slower pace after its timeouts, end.',
      handler: ({ application, params, body }) => respond(application, params, body, 'endpoint.retry-now'),
    }),
    route(replayOperations.retryMessageNow, {
      access: 'portal',
      capability: 'CreateAttempts',
      errors: ['missing_payload'],
      summary:
        'Retry a message now, wherever it waits for a retry. This is an extra attempt: the next automatic one stays at its time. Where the message is queued, being sent or held, it is left alone.',
      async handler({ application, params, body: { endpointId = null, dryRun = false } }) {
        const { id } = await findMessage(messages, application.id, params, false);
        const at = endpointId && (await findEndpoint(endpoints, application.id, { endpoint: endpointId })).id;
        const { retried, ...skipped } = await delivery.retries.retryNow(id, { endpointId: at, dryRun });
        const body = { retried, skipped };
        return dryRun ? { status: 200 as const, body } : { status: 202 as const, body };
      },
    }),
    route(replayOperations.recover, {
      ...common,
      ...atSender,
      summary:
        'Recover: deliver again every message that failed at the endpoint and was never delivered, with all its attempts.',
      handler: ({ application, params, body }) => respond(application, params, body, 'endpoint.recover'),
    }),
    route(replayOperations.replayMissing, {
      ...common,
      ...atSender,
      summary:
        'Replay missing: send the messages that match the current filters of the endpoint but were never sent to it.',
      handler: ({ application, params, body }) => respond(application, params, body, 'endpoint.replay'),
    }),
    route(replayOperations.bulkReplay, {
      ...common,
      ...atSender,
      summary: 'Replay: send messages to the endpoint again, whatever their outcome.',
      handler: ({ application, params, body }) => respond(application, params, body, 'endpoint.bulk-replay'),
    }),
  ];
}

/**
 * @param isAnyAge a long range costs nothing, because the messages are named or waiting
 * @throws ApiError 422 for a range that is too long or invalid
 */
function readRange(
  body: { readonly since?: string | null; readonly until?: string | null },
  now: number,
  isAnyAge: boolean,
): ReplayRange {
  const since = body.since == null ? 0 : Date.parse(body.since);
  const until = body.until ? Math.min(now, Date.parse(body.until)) : now;
  if (since > until) throw invalidField('since', 'This must not be later than `until`, or than now.');
  if (!isAnyAge && until - since > LONGEST_REPLAY_MS) {
    throw invalidField('since', 'This must be at most 14 days before `until`, or before now.');
  }
  return { since, until };
}

function readFilter(body: BulkReplayIn | RetryNowIn): SentFilter {
  const { messageIds, eventTypes, channel, tag, statusCodeClass } = body;
  const status = 'status' in body ? body.status : null;
  return {
    messageIds: messageIds?.length ? messageIds : undefined,
    eventTypes: eventTypes?.length ? eventTypes : undefined,
    channel: channel ?? undefined,
    tag: tag ?? undefined,
    states: status == null ? undefined : STATES_OF_STATUS[status],
    statusCodeClass: statusCodeClass ?? undefined,
  };
}
