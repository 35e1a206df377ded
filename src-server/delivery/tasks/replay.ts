import { apiError, notFound } from '../../base/errors';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { TaskRecord } from '../../storage/installation/task-store';
import type { ReplayStore } from '../../storage/messages/replay-store';
import type { AskFiltersOf } from '../endpoints/ask-filters';
import type { FindEndpoint } from '../endpoints/find-endpoint';
import type { Engine } from '../engine/engine';
import { findBatch, type ReplayArguments, type ReplayPlace, type ReplayScope } from './replay-task';
import type { TaskRunner } from './task-runner';

/** What a replay would do. */
export interface ReplayEstimate {
  /** Messages that would be queued, and those in scope that would not be. */
  readonly messages: number;
  readonly contentRemoved: number;
  readonly alreadyWaiting: number;
  /** Why nothing would leave now. A disabled endpoint would refuse the replay itself. Null: nothing holds it. */
  readonly held: 'disabled' | 'paused' | null;
  /** Deliveries due at the endpoint, which are sent first. */
  readonly waiting: number;
  /** The effective limit, in messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** Until all have been sent, at the current pace. Null: there is no limit, or the endpoint is paused. */
  readonly seconds: number | null;
  /** The first and the last message that would be queued. Null: there is none. */
  readonly oldestId: string | null;
  readonly newestId: string | null;
}

/** Sends past messages to an endpoint again. Both throw ApiError not_found. */
export interface Replays {
  /** Counts without changing anything; also at a disabled endpoint, so that nobody has to enable it to find out. */
  estimate(endpointId: string, scope: ReplayScope): Promise<ReplayEstimate>;
  /**
   * Starts the task that queues them. Whoever wants retries now knows that the receiver was repaired: its wish for a
   * pause, and the slower pace after its timeouts, end. The limit stays.
   * @throws ApiError endpoint_disabled
   */
  begin(endpointId: string, scope: ReplayScope): Promise<TaskRecord>;
}

interface ReplayParts {
  readonly store: ReplayStore;
  readonly findEndpoint: FindEndpoint;
  readonly askFilters: AskFiltersOf;
  readonly tasks: TaskRunner;
  readonly engine: Engine;
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
  /** The current pace of an endpoint. */
  readonly paceOf: (endpoint: EndpointRecord) => {
    readonly rateLimit: number | null;
    readonly slowness: number;
    readonly heldForMs: number | null;
  };
  /** Since when all sending is paused. Null: it is not. */
  readonly pausedSince: () => number | null;
}

/** Nothing queues behind an estimate, so it reads more at once than a task does. */
const ROWS_PER_READ = 2000;

export function createReplays(parts: ReplayParts): Replays {
  const { store, tasks, engine, now, paceOf, pausedSince } = parts;
  async function find(endpointId: string): Promise<EndpointRecord> {
    const endpoint = await parts.findEndpoint(endpointId);
    if (!endpoint) throw notFound('Endpoint');
    return endpoint;
  }

  /** Messages per second at the pace that it will have. Null: there is no limit, or nothing leaves. */
  function rateOf(endpoint: EndpointRecord, name: ReplayScope['name']): number | null {
    const { rateLimit, slowness } = paceOf(endpoint);
    if (rateLimit === null || heldBy(endpoint) !== null) return null;
    return name === 'endpoint.retry-now' ? rateLimit : rateLimit / slowness;
  }

  /** What is sent before anything that is queued now. */
  const countDue = (endpointId: string) => store.countDue(endpointId, now(), Number.MAX_SAFE_INTEGER);

  return {
    async estimate(endpointId, scope) {
      const endpoint = await find(endpointId);
      let [messages, contentRemoved, alreadyWaiting] = [0, 0, 0];
      let oldestId: string | null = null;
      let newestId: string | null = null;
      for (let cursor: string | null = null, done = false; !done; ) {
        const isPaused = endpoint.paused || pausedSince() !== null;
        const place: ReplayPlace = { endpoint, scope, cursor, now: now(), isPaused };
        const batch = await findBatch(parts, place, ROWS_PER_READ);
        messages += batch.messages.length;
        oldestId ??= batch.messages[0]?.id ?? null;
        newestId = batch.messages.at(-1)?.id ?? newestId;
        contentRemoved += batch.contentRemoved;
        alreadyWaiting += batch.alreadyWaiting;
        ({ cursor, done } = batch);
      }
      const waiting = await countDue(endpointId);
      const { rateLimit, heldForMs } = paceOf(endpoint);
      const rate = rateOf(endpoint, scope.name);
      const heldS = scope.name === 'endpoint.retry-now' ? 0 : (heldForMs ?? 0) / 1000;
      const seconds = rate === null ? null : Math.ceil((waiting + messages) / rate + heldS);
      const held = heldBy(endpoint) ?? (pausedSince() === null ? null : 'paused');
      return {
        messages,
        contentRemoved,
        alreadyWaiting,
        held,
        waiting,
        rateLimit,
        seconds,
        oldestId,
        newestId,
      };
    },

    async begin(endpointId, { name, since, until, filter }) {
      const endpoint = await find(endpointId);
      if (endpoint.disabled) {
        throw apiError('endpoint_disabled', 'The endpoint is disabled. Enable it, then send again.');
      }
      if (name === 'endpoint.retry-now') engine.forgive(endpointId);
      const waiting = await countDue(endpointId);
      const args: ReplayArguments = { since, until, filter, waiting, ratePerSecond: rateOf(endpoint, name) };
      return tasks.begin({ task: name, appId: endpoint.appId, endpointId, arguments: { ...args } });
    },
  };
}

function heldBy({ disabled, paused }: EndpointRecord): ReplayEstimate['held'] {
  if (disabled) return 'disabled';
  return paused ? 'paused' : null;
}
