import { capabilitiesOf } from '../../access/principal';
import { notFound } from '../../base/errors';
import {
  attemptCountOutSchema,
  attemptHeadersOutSchema,
  attemptOutSchema,
  type DeliveryState,
  endpointMessageOutSchema,
  messageEndpointOutSchema,
  resendOutSchema,
} from '../../contract/attempt';
import { listSchema } from '../../contract/list';
import type { Delivery } from '../../delivery/delivery';
import type { AttemptFilter, AttemptStore, AttemptWithMessage } from '../../storage/attempt-store';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { MessageArchive } from '../../storage/message-archive';
import type { OutcomeStore } from '../../storage/outcome-store';
import { presentAttemptHeaders } from '../attempt-headers';
import {
  presentAttempt,
  presentEndpointMessage,
  presentMessage,
  presentMessageEndpoint,
} from '../delivery-presenters';
import { listQuery, pageRequest } from '../list-query';
import { type Route, type RouteInput, route } from '../route';
import { timelineQuery, timelineRequest } from '../timeline-query';
import { findEndpoint } from './endpoints';
import { findMessage } from './messages';

export interface AttemptRouteParts {
  readonly delivery: Delivery;
  readonly endpoints: EndpointStore;
  readonly messages: MessageArchive;
  readonly attempts: AttemptStore;
  readonly outcomes: OutcomeStore;
}

const status = {
  type: 'integer',
  enum: [0, 1, 2, 3, 4],
  description: '0 success, 1 pending, 2 fail, 3 sending, 4 canceled.',
} as const;
const expanded = {
  expanded_statuses: {
    type: 'boolean',
    default: true,
    description: 'False says pending instead of sending.',
  },
} as const;
const attemptQuery = {
  ...timelineQuery,
  ...expanded,
  status,
  status_code_class: {
    type: 'integer',
    enum: [0, 100, 200, 300, 400, 500],
    description: '200 means 200 to 299; 0 means no response.',
  },
} as const;

const messageAttemptQuery = {
  ...attemptQuery,
  endpoint_id: { type: 'string', description: 'Only at this endpoint (id or uid).' },
} as const;
type AttemptQuery = Parameters<typeof timelineRequest>[0] & {
  readonly status?: number;
  readonly status_code_class?: number;
};

/** What was tried, how it ended, and one more try. */
export function attemptRoutes(parts: AttemptRouteParts): readonly Route[] {
  const { delivery, endpoints, messages, attempts, outcomes } = parts;

  async function list(
    appId: string,
    filter: AttemptFilter & { status: number | undefined },
    exact: boolean,
    withMsg: boolean,
  ) {
    // An attempt is over when it is recorded: it worked or it did not.
    const succeeded = filter.status === undefined ? undefined : filter.status === 0;
    if (filter.status !== undefined && ![0, 2].includes(filter.status)) return { ...EMPTY };
    const page = await attempts.list(appId, { ...filter, succeeded });
    const present = (record: AttemptWithMessage) => ({
      ...presentAttempt(record, { withContent: filter.withContent, exact }),
      ...(withMsg ? { msg: presentMessage(record.message) } : {}),
    });
    return { status: 200, body: { ...page, data: page.data.map(present) } };
  }

  async function listOfMessage(
    { application, params, principal }: Pick<RouteInput, 'application' | 'params' | 'principal'>,
    query: AttemptQuery & { readonly endpoint_id?: string },
  ) {
    const { id } = await findMessage(messages, application.id, params, false);
    const name = query.endpoint_id;
    const endpointId = name === undefined ? undefined : await endpointIdOf(application.id, name);
    const filter = {
      ...timelineRequest(query),
      messageId: id,
      endpointId,
      status: query.status,
      statusCodeClass: query.status_code_class,
    };
    return list(application.id, filter, principal.kind === 'admin', false);
  }

  /** Of a deleted endpoint too, whose attempts stay readable by its id. */
  async function endpointIdOf(appId: string, name: string): Promise<string> {
    if (name.startsWith('ep_')) return name; // the message is of this application, and so is all that is found
    return (await findEndpoint(endpoints, appId, { endpoint: name })).id;
  }

  return [
    route({
      method: 'GET',
      path: '/app/{app}/attempt/endpoint/{endpoint}',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the attempts at an endpoint, newest first.',
      query: {
        ...attemptQuery,
        with_msg: { type: 'boolean', default: false, description: 'True adds the message.' },
      },
      answers: { 200: listSchema(attemptOutSchema) },
      async handler({ application, params, query, principal }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const filter = {
          ...timelineRequest(query),
          endpointId: id,
          status: query.status,
          statusCodeClass: query.status_code_class,
        };
        return list(application.id, filter, principal.kind === 'admin', query.with_msg ?? false);
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/attempt/msg/{message}',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the attempts to deliver a message, newest first.',
      query: messageAttemptQuery,
      answers: { 200: listSchema(attemptOutSchema) },
      handler: (input) => listOfMessage(input, input.query),
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}/attempt',
      access: 'any',
      capability: 'ViewBase',
      summary: 'The same as /attempt/msg/{message}; for older clients.',
      query: messageAttemptQuery,
      answers: { 200: listSchema(attemptOutSchema) },
      handler: (input) => listOfMessage(input, input.query),
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}/endpoint/{endpoint}/attempt',
      access: 'any',
      capability: 'ViewBase',
      summary: 'The same as /attempt/msg/{message} with that `endpoint_id`; for older clients.',
      query: attemptQuery,
      answers: { 200: listSchema(attemptOutSchema) },
      handler: (input) => listOfMessage(input, { ...input.query, endpoint_id: input.params.endpoint ?? '' }),
    }),
    route({
      method: 'GET',
      path: '/app/{app}/attempt/endpoint/{endpoint}/count',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Count the attempts at an endpoint.',
      query: { before: timelineQuery.before, after: timelineQuery.after },
      answers: { 200: attemptCountOutSchema },
      async handler({ application, params, query }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const { before, after } = timelineRequest(query);
        return { status: 200, body: { count: await attempts.count(id, before, after) } };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/endpoint/{endpoint}/msg',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the messages an endpoint got or is to get, with what became of each.',
      query: { ...timelineQuery, ...expanded, status },
      answers: { 200: listSchema(endpointMessageOutSchema) },
      async handler({ application, params, query }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const page = await outcomes.listMessages(application.id, id, {
          ...timelineRequest(query),
          states: query.status === undefined ? undefined : STATES_OF_STATUS[query.status],
        });
        const data = page.data.map(({ message, outcome }) =>
          presentEndpointMessage(message, outcome, query.expanded_statuses ?? true),
        );
        return { status: 200, body: { ...page, data } };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}/endpoint',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the endpoints a message went or is to go to, with what became of it at each.',
      query: listQuery,
      answers: { 200: listSchema(messageEndpointOutSchema) },
      async handler({ application, params, query }) {
        const { id } = await findMessage(messages, application.id, params, false);
        const page = await outcomes.listEndpoints(id, pageRequest(query));
        const data = page.data.map(({ endpoint, outcome }) => presentMessageEndpoint(endpoint, outcome));
        return { status: 200, body: { ...page, data } };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}/attempt/{attempt}',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one attempt.',
      query: expanded,
      answers: { 200: attemptOutSchema },
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const record = await attempts.get(message.id, params.attempt ?? '');
        if (!record) throw notFound('Attempt');
        const shown = { withContent: true, exact: principal.kind === 'admin' };
        return { status: 200, body: presentAttempt(record, shown) };
      },
    }),
    route({
      method: 'GET',
      path: '/app/{app}/msg/{message}/attempt/{attempt}/headers',
      access: 'any',
      capability: 'ViewBase',
      summary:
        'Read what was said in the headers of an attempt and of its answer; values of secret ones are not shown.',
      answers: { 200: attemptHeadersOutSchema },
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const headers = await attempts.getHeaders(message.id, params.attempt ?? '');
        if (!headers) throw notFound('Attempt');
        const withSignature = capabilitiesOf(principal).includes('ViewEndpointSecret');
        return { status: 200, body: presentAttemptHeaders(headers, withSignature) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/app/{app}/msg/{message}/attempt/{attempt}/content',
      access: 'admin',
      summary: 'Remove the stored response of an attempt for good.',
      answers: { 204: null },
      async handler({ application, params }) {
        const message = await findMessage(messages, application.id, params, false);
        if (!(await attempts.expungeContent(message.id, params.attempt ?? ''))) throw notFound('Attempt');
        return { status: 204 };
      },
    }),
    route({
      method: 'POST',
      path: '/app/{app}/msg/{message}/endpoint/{endpoint}/resend',
      access: 'portal',
      capability: 'CreateAttempts',
      summary:
        'Send a message to an endpoint once more. A paused endpoint accepts it and holds it until it is resumed; a disabled one refuses.',
      answers: { 202: resendOutSchema },
      errors: ['missing_payload', 'endpoint_disabled'],
      async handler({ application, params }) {
        const message = await findMessage(messages, application.id, params, false);
        const endpoint = await findEndpoint(endpoints, application.id, params);
        await delivery.resend(message.id, endpoint.id);
        return { status: 202, body: {} };
      },
    }),
  ];
}

const EMPTY = { status: 200, body: { data: [], iterator: null, done: true } };

/** Waiting is told as pending or sending; a filter for either finds both. */
export const STATES_OF_STATUS: Readonly<Record<number, readonly DeliveryState[]>> = {
  0: ['delivered'],
  1: ['waiting'],
  2: ['failed'],
  3: ['waiting'],
  4: ['canceled'],
};
