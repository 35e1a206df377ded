import { apiError, notFound } from '../base/errors';
import type { DeliveryStore } from '../storage/delivery-store';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { ReplayStore } from '../storage/replay-store';
import type { TaskRecord } from '../storage/task-store';
import type { EndpointDirectory } from './endpoint-directory';
import { findBatch, type ReplayArguments, type ReplayScope } from './replay-task';
import type { TaskRunner } from './task-runner';

/** What a replay would do. */
export interface ReplayEstimate {
  /** Messages that would be queued, and those in scope that would not be. */
  readonly messages: number;
  readonly contentRemoved: number;
  readonly alreadyWaiting: number;
  /** Deliveries already waiting for the endpoint. */
  readonly waiting: number;
  /** The effective limit, in messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** Until all have been sent, at the current pace. Null: there is no limit, or the endpoint is paused. */
  readonly seconds: number | null;
  /** The first and the last message that would be queued. Null: there is none. */
  readonly oldestId: string | null;
  readonly newestId: string | null;
}

/** Sends past messages to an endpoint again. Both throw ApiError not_found and endpoint_disabled. */
export interface Replays {
  /** Counts without changing anything. */
  estimate(endpointId: string, scope: ReplayScope): Promise<ReplayEstimate>;
  /** Starts the task that queues them. */
  begin(endpointId: string, scope: ReplayScope): Promise<TaskRecord>;
}

interface ReplayParts {
  readonly store: ReplayStore;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  readonly tasks: TaskRunner;
  /** The current pace of an endpoint. */
  readonly paceOf: (endpoint: EndpointRecord) => {
    readonly rateLimit: number | null;
    readonly slowness: number;
    readonly heldForMs: number | null;
  };
}

/** Nothing queues behind an estimate, so it reads more at once than a task does. */
const ROWS_PER_READ = 2000;

export function createReplays({ store, deliveries, directory, tasks, paceOf }: ReplayParts): Replays {
  /** @throws ApiError as for a resend */
  function findEnabled(endpointId: string): EndpointRecord {
    const endpoint = directory.endpoint(endpointId);
    if (!endpoint) throw notFound('Endpoint');
    if (endpoint.disabled) {
      throw apiError('endpoint_disabled', 'The endpoint is disabled. Enable it, then send again.');
    }
    return endpoint;
  }

  /** Messages per second at the current pace. Null: there is no limit, or nothing leaves. */
  function rateOf(endpoint: EndpointRecord): number | null {
    const { rateLimit, slowness } = paceOf(endpoint);
    return rateLimit === null || endpoint.paused ? null : rateLimit / slowness;
  }

  return {
    async estimate(endpointId, scope) {
      const endpoint = findEnabled(endpointId);
      let [messages, contentRemoved, alreadyWaiting] = [0, 0, 0];
      let oldestId: string | null = null;
      let newestId: string | null = null;
      for (let cursor: string | null = null, done = false; !done; ) {
        const batch = await findBatch(store, { endpoint, scope, cursor }, ROWS_PER_READ);
        messages += batch.messageIds.length;
        oldestId ??= batch.messageIds[0] ?? null;
        newestId = batch.messageIds.at(-1) ?? newestId;
        contentRemoved += batch.contentRemoved;
        alreadyWaiting += batch.alreadyWaiting;
        ({ cursor, done } = batch);
      }
      const waiting = await deliveries.countWaiting(endpointId);
      const { rateLimit, heldForMs } = paceOf(endpoint);
      const rate = rateOf(endpoint);
      const seconds = rate === null ? null : Math.ceil((waiting + messages) / rate + (heldForMs ?? 0) / 1000);
      return { messages, contentRemoved, alreadyWaiting, waiting, rateLimit, seconds, oldestId, newestId };
    },

    async begin(endpointId, { name, since, until, filter }) {
      const endpoint = findEnabled(endpointId);
      const waiting = await deliveries.countWaiting(endpointId);
      const args: ReplayArguments = { since, until, filter, waiting, ratePerSecond: rateOf(endpoint) };
      return tasks.begin({ task: name, appId: endpoint.appId, endpointId, arguments: { ...args } });
    },
  };
}
