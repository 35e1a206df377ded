import { type Clock, toIsoTime } from '../../base/clock';
import { invalidField } from '../../base/errors';
import { timeOfId } from '../../base/id';
import { replayOperations } from '../../contract/operations/replays';
import {
  type BulkReplayIn,
  LONGEST_REPLAY_MS,
  type ReplayEstimateOut,
  type ReplayIn,
} from '../../contract/replay';
import type { Delivery } from '../../delivery/delivery';
import type { ReplayScope } from '../../delivery/replay-task';
import type { TaskRunner } from '../../delivery/task-runner';
import type { ApplicationRecord } from '../../storage/application-store';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { ReplayRange, SentFilter } from '../../storage/replay-store';
import { type Route, route } from '../route';
import { STATES_OF_STATUS } from './attempts';
import { findEndpoint } from './endpoints';

interface ReplayRouteParts {
  readonly delivery: Delivery;
  readonly tasks: TaskRunner;
  readonly endpoints: EndpointStore;
  readonly clock: Clock;
}

const common = {
  access: 'portal',
  capability: 'CreateAttempts',
  errors: ['endpoint_disabled'],
} as const;

/** Past messages, sent to an endpoint again; with `dryRun`, only counted. A disabled endpoint refuses. */
export function replayRoutes(parts: ReplayRouteParts): readonly Route[] {
  const { delivery, tasks, endpoints, clock } = parts;

  async function answer(
    application: ApplicationRecord,
    params: { readonly endpoint: string },
    body: ReplayIn,
    scope: Pick<ReplayScope, 'name' | 'filter'>,
  ) {
    const range = readRange(body, clock.now(), scope.filter.messageIds !== undefined);
    const { id } = await findEndpoint(endpoints, application.id, params);
    if (!body.dryRun) {
      return {
        status: 202 as const,
        body: tasks.present(await delivery.replays.begin(id, { ...scope, ...range })),
      };
    }
    const found = await delivery.replays.estimate(id, { ...scope, ...range });
    const { messages, contentRemoved, alreadyWaiting, waiting, rateLimit, seconds, oldestId, newestId } =
      found;
    const estimate: ReplayEstimateOut = {
      messages,
      skipped: { contentRemoved, alreadyWaiting, changedMeanwhile: 0 },
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
    route(replayOperations.recover, {
      ...common,
      summary:
        'Recover: deliver again every message that failed at the endpoint and never arrived, with all its attempts.',
      handler: ({ application, params, body }) =>
        answer(application, params, body, { name: 'endpoint.recover', filter: {} }),
    }),
    route(replayOperations.replayMissing, {
      ...common,
      summary:
        'Replay missing: send the messages that match the current filters of the endpoint but were never sent to it.',
      handler: ({ application, params, body }) =>
        answer(application, params, body, { name: 'endpoint.replay', filter: {} }),
    }),
    route(replayOperations.bulkReplay, {
      ...common,
      summary: 'Replay: send messages to the endpoint again, whatever their outcome.',
      handler: ({ application, params, body }) =>
        answer(application, params, body, { name: 'endpoint.bulk-replay', filter: readFilter(body) }),
    }),
  ];
}

/**
 * @param isNamed the messages are named, so a long range costs nothing
 * @throws ApiError 422 for a range that is too long or invalid
 */
function readRange(body: ReplayIn, now: number, isNamed: boolean): ReplayRange {
  const since = Date.parse(body.since);
  const until = body.until ? Math.min(now, Date.parse(body.until)) : now;
  if (since > until) throw invalidField('since', 'This must not be later than `until`, or than now.');
  if (!isNamed && until - since > LONGEST_REPLAY_MS) {
    throw invalidField('since', 'This must be at most 14 days before `until`, or before now.');
  }
  return { since, until };
}

function readFilter(body: BulkReplayIn): SentFilter {
  const { messageIds, eventTypes, channel, tag, status, statusCodeClass } = body;
  return {
    messageIds: messageIds?.length ? messageIds : undefined,
    eventTypes: eventTypes?.length ? eventTypes : undefined,
    channel: channel ?? undefined,
    tag: tag ?? undefined,
    states: status == null ? undefined : STATES_OF_STATUS[status],
    statusCodeClass: statusCodeClass ?? undefined,
  };
}
