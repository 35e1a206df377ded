import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { type Check, createValidator } from '../base/validate';
import { ABSENCE_REASONS, EXPLANATION_STATES, SEND_AGAIN } from '../contract/explanation';
import { strictObject } from '../contract/strict-object';
import { deliveryStateOutSchema } from '../contract/traffic';

const validator = createValidator({ all: false });

/** What one node asks of another. Both sides check what comes in: the other may have a different version. */
export interface PeerOperation<In, Out> {
  /** Below `/internal/v1`. */
  readonly path: string;
  readonly checkBody: Check;
  readonly checkReply: Check;
  /** Only for the compiler. */
  readonly types?: readonly [In, Out];
}

export type BodyOf<O> = O extends PeerOperation<infer In, infer _Out> ? In : never;
export type ReplyOf<O> = O extends PeerOperation<infer _In, infer Out> ? Out : never;

function operation<const Body extends JSONSchema & object, const Reply extends JSONSchema & object>(
  path: string,
  { body, reply }: { readonly body: Body; readonly reply: Reply },
): PeerOperation<FromSchema<Body>, FromSchema<Reply>> {
  return { path, checkBody: validator.body(body), checkReply: validator.body(reply) };
}

/** The most endpoints in one request. */
export const ENDPOINTS_MAX = 2000;

const id = { type: 'string', maxLength: 100 } as const;
const ids = { type: 'array', items: id, maxItems: ENDPOINTS_MAX } as const;
const count = { type: 'integer', minimum: 0 } as const;
const instant = { type: ['number', 'null'] } as const;

/** What is new for the endpoints of another node. */
export const wake = operation('/wake', {
  body: strictObject({
    /** The node that says it, and the number of this message: it may come twice. */
    from: id,
    number: count,
    news: {
      type: 'array',
      maxItems: ENDPOINTS_MAX,
      items: strictObject({
        endpointId: id,
        stored: count,
        madeDue: count,
        isForgiven: { type: 'boolean' },
      }),
    },
  }),
  /** Endpoints that the node does not send to. */
  reply: strictObject({ notMine: ids }),
});

/** Slots are free. */
export const freed = operation('/freed', { body: strictObject({}), reply: strictObject({}) });

/** Ends waiting deliveries of an endpoint. */
export const cancel = operation('/cancel', {
  body: strictObject({
    endpointId: id,
    deliveryIds: { type: 'array', items: count, maxItems: ENDPOINTS_MAX },
  }),
  reply: strictObject({
    /** Null: the node does not send to the endpoint. */
    ended: { type: ['integer', 'null'] },
  }),
});

/** The state of the endpoints that a node sends to. */
export const deliveryState = operation('/fleet', { body: strictObject({}), reply: deliveryStateOutSchema });

/** Endpoints of a node for which what is due waits for long, the longest wait first. */
export const delayed = operation('/delayed', {
  body: strictObject({}),
  reply: strictObject({
    endpoints: {
      type: 'array',
      maxItems: ENDPOINTS_MAX,
      items: strictObject({ appId: id, endpointId: id, waitMs: { type: 'number', minimum: 0 } }),
    },
  }),
});

/** What the database does not know yet of the minutes of applications. */
export const minutes = operation('/minutes', {
  body: strictObject({ applicationIds: ids, sinceS: count, untilS: count }),
  reply: strictObject({
    minutes: {
      type: 'array',
      items: strictObject({
        applicationId: id,
        at: count,
        arrivals: count,
        sends: count,
        succeeded: count,
        failed: count,
      }),
    },
  }),
});

/** What waits for endpoints. */
export const queues = operation('/queues', {
  body: strictObject({ endpointIds: ids }),
  reply: strictObject({
    queues: {
      type: 'array',
      items: strictObject({
        endpointId: id,
        waiting: count,
        heldForMs: instant,
        flow: {
          anyOf: [
            strictObject({
              waitMs: { type: 'number', minimum: 0 },
              retries: count,
              isRecent: { type: 'boolean' },
            }),
            { type: 'null' },
          ],
        },
      }),
    },
  }),
});

/** Why a message did, or did not, arrive at endpoints. */
export const explain = operation('/explain', {
  body: strictObject({ applicationId: id, messageId: id, endpointIds: ids, exact: { type: 'boolean' } }),
  reply: strictObject({
    explanations: {
      type: 'array',
      items: strictObject({
        endpointId: id,
        state: { type: 'string', enum: EXPLANATION_STATES },
        absence: { type: ['string', 'null'], enum: [...ABSENCE_REASONS, null] },
        sentence: { type: 'string' },
        again: { type: ['string', 'null'], enum: [...SEND_AGAIN, null] },
        ahead: instant,
        estimatedAt: instant,
        nextAttemptAt: instant,
      }),
    },
  }),
});

const watched = { type: 'array', items: id, maxItems: ENDPOINTS_MAX } as const;

/** Opens a stream of what happens there: a JSON `LiveEvent` a line. `stream` is a name that nobody else uses. */
export const live = operation('/live', {
  body: strictObject({ stream: id, endpointIds: watched }),
  reply: strictObject({}),
});

/** Changes for which endpoints an open stream has `buckets`. */
export const watchLive = operation('/live/watch', {
  body: strictObject({ stream: id, endpointIds: watched }),
  reply: strictObject({
    /** False: there is no such stream. */
    isOpen: { type: 'boolean' },
  }),
});
