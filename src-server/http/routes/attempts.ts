import { capabilitiesOf, seesEverything } from '../../access/principal';
import { notFound } from '../../base/errors';
import type { DeliveryState } from '../../contract/attempt';
import type { ListResponse } from '../../contract/list';
import { attemptOperations } from '../../contract/operations/attempts';
import type { Delivery } from '../../delivery/delivery';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { AttemptFilter, AttemptStore, AttemptWithMessage } from '../../storage/messages/attempt-store';
import type { MessageArchive } from '../../storage/messages/message-archive';
import type { OutcomeStore } from '../../storage/messages/outcome-store';
import { timelineRequest } from '../inputs/timeline-request';
import { presentAttemptHeaders } from '../presenters/attempt-headers';
import {
  presentAttempt,
  presentCountedSince,
  presentEndpointMessage,
  presentMessage,
  presentMessageEndpoint,
} from '../presenters/delivery-presenters';
import { type Route, type RouteInput, route } from '../route';
import { findEndpoint } from './endpoints';
import { findMessage } from './messages';

export interface AttemptRouteParts {
  readonly delivery: Delivery;
  readonly endpoints: EndpointStore;
  readonly messages: MessageArchive;
  readonly attempts: AttemptStore;
  readonly outcomes: OutcomeStore;
}

type AttemptQuery = Parameters<typeof timelineRequest>[0] & {
  readonly status?: number;
  readonly status_code_class?: number;
};

/** What was attempted, how it ended, and one more attempt. */
export function attemptRoutes(parts: AttemptRouteParts): readonly Route[] {
  const { delivery, endpoints, messages, attempts, outcomes } = parts;

  async function list(
    appId: string,
    filter: AttemptFilter & { status: number | undefined },
    exact: boolean,
    withMsg: boolean,
  ) {
    if (isNeverAttempt(filter.status)) return { status: 200 as const, body: EMPTY_PAGE };
    const page = await attempts.list(appId, { ...filter, succeeded: succeededOf(filter.status) });
    const present = (record: AttemptWithMessage) => ({
      ...presentAttempt(record, { withContent: filter.withContent, exact }),
      ...(withMsg ? { msg: presentMessage(record.message) } : {}),
    });
    return { status: 200 as const, body: { ...page, data: page.data.map(present) } };
  }

  async function listOfMessage(
    {
      application,
      params,
      principal,
    }: Pick<RouteInput<never, object, { readonly message: string }>, 'application' | 'params' | 'principal'>,
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
    return list(application.id, filter, seesEverything(principal), false);
  }

  /** Including a deleted endpoint, whose attempts stay readable by its id. */
  async function endpointIdOf(appId: string, name: string): Promise<string> {
    if (name.startsWith('ep_')) return name; // the message belongs to this application, and so does everything found
    return (await findEndpoint(endpoints, appId, { endpoint: name })).id;
  }

  return [
    route(attemptOperations.listOfEndpoint, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the attempts at an endpoint, newest first.',
      async handler({ application, params, query, principal }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const filter = {
          ...timelineRequest(query),
          endpointId: id,
          status: query.status,
          statusCodeClass: query.status_code_class,
        };
        return list(application.id, filter, seesEverything(principal), query.with_msg ?? false);
      },
    }),
    route(attemptOperations.listOfMessage, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the attempts to deliver a message, newest first.',
      handler: (input) => listOfMessage(input, input.query),
    }),
    route(attemptOperations.listOfMessageOld, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'The same as /attempt/msg/{message}; for older clients.',
      handler: (input) => listOfMessage(input, input.query),
    }),
    route(attemptOperations.listOfDeliveryOld, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'The same as /attempt/msg/{message} with that `endpoint_id`; for older clients.',
      handler: (input) => listOfMessage(input, { ...input.query, endpoint_id: input.params.endpoint }),
    }),
    route(attemptOperations.countOfEndpoint, {
      access: 'any',
      capability: 'ViewBase',
      readsMany: true,
      summary: 'Count the attempts at an endpoint.',
      async handler({ application, params, query }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const { before, after } = timelineRequest(query);
        const { count, countedSince } = await attempts.count(id, before, after);
        return { status: 200, body: { count, ...presentCountedSince(countedSince) } };
      },
    }),
    route(attemptOperations.listMessages, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the messages of an endpoint, newest first, with the outcome of each.',
      async handler({ application, params, query }) {
        const { id } = await findEndpoint(endpoints, application.id, params);
        const page = await outcomes.listMessages(application.id, id, {
          ...timelineRequest(query),
          states: query.status === undefined ? undefined : STATES_OF_STATUS[query.status],
        });
        const data = page.data.map(({ message, outcome }) =>
          presentEndpointMessage(message, outcome, query.expanded_statuses ?? false),
        );
        return { status: 200, body: { ...page, data } };
      },
    }),
    route(attemptOperations.listEndpoints, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the endpoints of a message, with its outcome at each.',
      async handler({ application, params, query }) {
        const { id } = await findMessage(messages, application.id, params, false);
        const page = await outcomes.listEndpoints(id, query);
        const data = page.data.map(({ endpoint, outcome }) =>
          presentMessageEndpoint(endpoint, outcome, query.expanded_statuses ?? false),
        );
        return { status: 200, body: { ...page, data } };
      },
    }),
    route(attemptOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one attempt.',
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const record = await attempts.get(message.id, params.attempt);
        if (!record) throw notFound('Attempt');
        const shown = { withContent: true, exact: seesEverything(principal) };
        return { status: 200, body: presentAttempt(record, shown) };
      },
    }),
    route(attemptOperations.readHeaders, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read the headers of an attempt and its response; values of secret headers are hidden.',
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const headers = await attempts.getHeaders(message.id, params.attempt);
        if (!headers) throw notFound('Attempt');
        const withSignature = capabilitiesOf(principal).includes('ViewEndpointSecret');
        const withOwn = principal.kind !== 'limited';
        return { status: 200, body: presentAttemptHeaders(headers, withSignature, withOwn) };
      },
    }),
    route(attemptOperations.deleteContent, {
      access: 'admin',
      summary: 'Permanently remove the stored response of an attempt.',
      async handler({ application, params }) {
        const message = await findMessage(messages, application.id, params, false);
        if (!(await attempts.expungeContent(message.id, params.attempt))) throw notFound('Attempt');
        return { status: 204 };
      },
    }),
    route(attemptOperations.resend, {
      access: 'portal',
      capability: 'CreateAttempts',
      summary:
        'Resend a message to an endpoint. If it waits for a retry there, it gets an extra attempt now; if it is queued, being sent or held, nothing is added. Filters of the endpoint are ignored. A paused endpoint accepts it and holds it until it is resumed; a disabled endpoint refuses it.',
      errors: ['missing_payload', 'endpoint_disabled'],
      async handler({ application, params, principal }) {
        const message = await findMessage(messages, application.id, params, false);
        const endpoint = await findEndpoint(endpoints, application.id, params);
        await delivery.resend(message.id, endpoint.id);
        const filters = endpoint.filter ? [endpoint.filter] : [];
        const reasons = seesEverything(principal) ? 'exact' : 'without-types';
        const [refusal = null] = await delivery.filterReasons(message, filters, reasons);
        const note = `This message is sent although the filter of the endpoint leaves it out: ${refusal}.`;
        return { status: 202, body: refusal === null ? {} : { note } };
      },
    }),
  ];
}

/** A recorded attempt is over: it succeeded or failed. */
export const isNeverAttempt = (status: number | undefined) =>
  status !== undefined && ![0, 2].includes(status);

/** Undefined: both. */
export const succeededOf = (status: number | undefined) => (status === undefined ? undefined : status === 0);

/** Of what cannot be. */
export const EMPTY_PAGE: ListResponse<never> = { data: [], iterator: null, done: true };

/** Waiting is reported as pending or sending; a filter for either finds both. */
export const STATES_OF_STATUS: Readonly<Record<number, readonly DeliveryState[]>> = {
  0: ['delivered'],
  1: ['waiting'],
  2: ['failed'],
  3: ['waiting'],
  4: ['canceled'],
};
