import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, invalid, invalidField, notFound } from '../../base/errors';
import type { FilterJudge } from '../../catalog/filter-judge';
import type { ServerConfig } from '../../config';
import { READ_ALLOWANCES } from '../../contract/limits';
import { LIST_LIMIT_DEFAULT } from '../../contract/list';
import { isValidName } from '../../contract/names';
import { pollingEndpointOperations } from '../../contract/operations/polling-endpoints';
import {
  HELD_POLLS_MAX,
  LEASE_DEFAULT_MS,
  type PollingConsumerOut,
  type PollingEndpointMessageOut,
} from '../../contract/polling-endpoint';
import {
  creationOf,
  offsetsOf,
  type PolledPage,
  positionAfter,
  positionNow,
  readPolledPage,
} from '../../delivery/polled-page';
import { createPollingConsumers, type Lag, lagsOf } from '../../delivery/polling-consumers';
import type {
  PollingConsumerRecord,
  PollingConsumerStore,
} from '../../storage/installation/polling-consumer-store';
import type {
  PollingEndpointRecord,
  PollingEndpointStore,
} from '../../storage/installation/polling-endpoint-store';
import type { MessageRecord } from '../../storage/messages/message-archive';
import type { PolledMessageStore } from '../../storage/messages/polled-message-store';
import type { Authenticate } from '../pipeline/authenticate';
import type { ReadTurns } from '../pipeline/read-turns';
import { presentMessage } from '../presenters/delivery-presenters';
import { presentLag } from '../presenters/present-lag';
import { type Route, type RouteInput, route } from '../route';
import { taskOptions, workerCaller } from '../worker-caller';
import { findPoller } from './polling-endpoints';

interface PollerRouteParts {
  readonly pollingEndpoints: Pick<PollingEndpointStore, 'get'>;
  readonly pollingConsumers: PollingConsumerStore;
  readonly polledMessages: PolledMessageStore;
  readonly filterJudge: FilterJudge;
  readonly readTurns: Pick<ReadTurns, 'run'>;
  readonly authenticate: Authenticate;
  readonly config: Pick<ServerConfig, 'retentionDays'>;
  readonly isStopping: () => boolean;
  readonly clock: Clock;
}

/** How often a poll that waits looks again. */
const LOOK_AGAIN_MS = 500;
const DAY_MS = 86_400_000;
const ITERATOR = /^msg_[0-9A-Za-z]{27}$/;

type Polled = Pick<RouteInput, 'application' | 'principal' | 'request' | 'onGone'> & {
  readonly params: { readonly poller: string };
};

/** Polling: with the token of the polling endpoint, or one that may manage it. */
export function pollerRoutes(parts: PollerRouteParts): readonly Route[] {
  const { pollingConsumers, polledMessages, clock } = parts;
  const reading = {
    polledMessages,
    now: () => clock.now(),
    retentionMs: () => parts.config.retentionDays * DAY_MS,
  };
  const consumers = createPollingConsumers({ ...reading, pollingConsumers, clock });
  /** By caller, how many polls wait for a message. */
  const held = new Map<string, number>();

  /** @throws ApiError not_found, also where the token is that of another one, and disabled */
  async function pollerOf({ application, params, principal }: Omit<Polled, 'request' | 'onGone'>) {
    const poller = await findPoller(parts.pollingEndpoints, application.id, params);
    if (principal.kind === 'poller' && principal.pollerId !== poller.id) throw notFound('Polling endpoint');
    return poller;
  }

  /** Reads in turn with the caller's other reads; while there is nothing, again and again for as long as it waits. */
  async function waiting(
    input: Polled,
    waitS: number,
    read: (poller: PollingEndpointRecord) => Promise<PolledPage>,
  ): Promise<PolledPage> {
    const caller = workerCaller(input.principal, READ_ALLOWANCES);
    let isGone = false;
    input.onGone(() => {
      isGone = true;
    });
    const isOver = () => isGone || parts.isStopping();
    const look = async () => {
      const poller = await pollerOf(input);
      if (poller.disabled) throw apiError('disabled', 'This polling endpoint is disabled.');
      return parts.readTurns.run(caller, input.onGone, () => read(poller));
    };
    const endUs = clock.monotonicUs() + waitS * 1_000_000;
    const page = await look();
    const holding = held.get(caller.key) ?? 0;
    if (page.messages.length > 0 || !page.done || waitS === 0 || holding >= HELD_POLLS_MAX) return page;
    held.set(caller.key, holding + 1);
    try {
      let latest = page;
      while (latest.messages.length === 0 && !isOver()) {
        const leftMs = (endUs - clock.monotonicUs()) / 1000;
        if (leftMs <= 0) break;
        await clock.sleep(Math.min(LOOK_AGAIN_MS, leftMs));
        // A consumer is done with what is read: not if nobody gets it, or nobody may any longer.
        if (isOver()) break;
        await parts.authenticate(input.request);
        latest = await look();
      }
      return latest;
    } finally {
      const left = (held.get(caller.key) ?? 1) - 1;
      if (left > 0) held.set(caller.key, left);
      else held.delete(caller.key);
    }
  }

  const askOf = (input: Polled) => (question: Parameters<FilterJudge>[0]) =>
    parts.filterJudge(question, taskOptions(input));
  const wishOf = (input: Polled, { limit = LIST_LIMIT_DEFAULT }: { readonly limit?: number }) => ({
    limit,
    ask: askOf(input),
  });
  const pageOf = ({ messages, position, done }: PolledPage) => ({
    data: messages.map(presentPolled),
    iterator: position,
    done,
  });

  return [
    route(pollingEndpointOperations.poll, {
      access: 'portal',
      capability: 'ManageEndpoint',
      polled: true,
      readsMany: false,
      summary: 'Poll for messages; the caller keeps the position.',
      description:
        'Without `iterator` and `after`, the first poll returns no messages and an iterator at the current moment.',
      errors: ['disabled', 'gone', 'too_many_requests'],
      async handler(input) {
        const { query } = input;
        const { event_type: eventType, channel, after, wait = 0 } = query;
        let position = readIterator(query.iterator) ?? (after ? positionAfter(Date.parse(after)) : null);
        const eventTypes = eventType === undefined ? undefined : [eventType];
        const wish = { ...wishOf(input, query), eventTypes, channel };
        const page = await waiting(input, position === null ? 0 : wait, async (poller) => {
          if (position === null)
            return { messages: [], position: await positionNow(reading, poller), done: true };
          const read = await readPolledPage(reading, poller, { ...wish, after: position });
          position = read.position;
          return read;
        });
        return { status: 200, body: pageOf(page) };
      },
    }),
    route(pollingEndpointOperations.pollConsumer, {
      access: 'portal',
      capability: 'ManageEndpoint',
      polled: true,
      moves: true,
      readsMany: false,
      summary: 'Poll for messages as a consumer, whose position the server keeps.',
      description:
        'A new consumer begins where the polling endpoint was created. The next poll continues after this response. To read a lost response again, pass the `iterator` of the response before it.',
      errors: ['disabled', 'gone', 'limit_reached', 'too_many_requests'],
      async handler(input) {
        const { query } = input;
        const name = consumerOf(input.params);
        const wish = wishOf(input, query);
        let from = readIterator(query.iterator);
        const page = await waiting(input, query.wait ?? 0, async (poller) => {
          const read = await consumers.poll(poller, name, wish, from);
          from = null; // what comes next is after that
          return read;
        });
        return { status: 200, body: pageOf(page) };
      },
    }),
    route(pollingEndpointOperations.seek, {
      access: 'portal',
      capability: 'ManageEndpoint',
      polled: true,
      summary: 'Have a consumer go on with what was accepted at a time and later.',
      errors: ['limit_reached'],
      async handler(input) {
        const poller = await pollerOf(input);
        const position = positionAfter(Date.parse(input.body.after));
        const iterator = position > creationOf(poller) ? position : creationOf(poller);
        await consumers.seek(poller, consumerOf(input.params), iterator);
        return { status: 200, body: { iterator } };
      },
    }),
    route(pollingEndpointOperations.lease, {
      access: 'portal',
      capability: 'ManageEndpoint',
      polled: true,
      moves: true,
      summary: 'Poll for messages that come again until the consumer has committed them.',
      description:
        'A poll within the lease returns the messages after those. A poll after it returns everything again that is not committed.',
      errors: ['disabled', 'gone', 'limit_reached', 'too_many_requests'],
      async handler(input) {
        const { query, application } = input;
        const name = consumerOf(input.params);
        const wish = wishOf(input, query);
        const ms = query.lease_duration_ms ?? LEASE_DEFAULT_MS;
        const startOf = query.starting_position === 'latest' ? positionNow.bind(null, reading) : creationOf;
        const { messages, done } = await waiting(input, query.wait ?? 0, (poller) =>
          consumers.lease(poller, name, wish, { ms, start: () => startOf(poller) }),
        );
        const ids = messages.map(({ id }) => id);
        const offsets = await offsetsOf(polledMessages, application.id, ids);
        const data = messages.map((message, at) => ({ ...presentPolled(message), offset: offsets[at] ?? 0 }));
        return { status: 200, body: { data, done } };
      },
    }),
    route(pollingEndpointOperations.commit, {
      access: 'portal',
      capability: 'ManageEndpoint',
      polled: true,
      summary: 'Say that a consumer is done with a message, and with all before it.',
      async handler(input) {
        const poller = await pollerOf(input);
        const result = await consumers.commit(poller, consumerOf(input.params), input.body.offset);
        if (result === 'not-given')
          throw invalidField('offset', 'This consumer was not given a message with this offset.');
        return { status: 204 };
      },
    }),
    route(pollingEndpointOperations.listConsumers, {
      access: 'any',
      capability: 'ViewBase',
      readsMany: true,
      summary: 'List the consumers of a polling endpoint, with what each of them has not read yet.',
      async handler({ application, params }) {
        const poller = await findPoller(parts.pollingEndpoints, application.id, params);
        const lags = await lagsOf(reading, poller, await pollingConsumers.list(poller.id));
        return { status: 200, body: { data: lags.map(([consumer, lag]) => presentConsumer(consumer, lag)) } };
      },
    }),
    route(pollingEndpointOperations.deleteConsumer, {
      access: 'portal',
      capability: 'ManageEndpoint',
      summary: 'Forget a consumer and its position; under this name, another one may begin.',
      async handler({ application, params }) {
        const { id } = await findPoller(parts.pollingEndpoints, application.id, params);
        if (!(await pollingConsumers.delete(id, params.consumer))) throw notFound('Consumer');
        return { status: 204 };
      },
    }),
  ];
}

function presentPolled(record: MessageRecord): PollingEndpointMessageOut {
  const { traceId: _left, ...message } = presentMessage(record);
  return message;
}

function presentConsumer({ name, createdAt, polledAt }: PollingConsumerRecord, lag: Lag): PollingConsumerOut {
  return {
    name,
    createdAt: toIsoTime(createdAt),
    lastPolledAt: polledAt === null ? null : toIsoTime(polledAt),
    ...presentLag(lag),
  };
}

/** @throws ApiError 422 */
function readIterator(iterator: string | undefined): string | null {
  if (!iterator) return null;
  if (ITERATOR.test(iterator)) return iterator;
  throw invalid({ loc: ['query', 'iterator'], msg: 'Invalid iterator', type: 'value_error' });
}

/** @throws ApiError 422 */
function consumerOf({ consumer }: { readonly consumer: string }): string {
  if (isValidName(consumer)) return consumer;
  const msg = 'A consumer has a name of letters, digits, hyphens, underscores and periods.';
  throw invalid({ loc: ['path', 'consumer'], msg, type: 'value_error' });
}
