import type { FromSchema } from 'json-schema-to-ts';
import { attemptOutSchema } from './attempt';
import { backgroundTaskOutSchema } from './background-task';
import { count } from './property-schemas';
import { strictObject } from './strict-object';
import { endpointTrafficSchema, trafficBucketSchema } from './traffic';

const { msg: _msg, response: _response, ...attemptProperties } = attemptOutSchema.properties;

/** An attempt with what a list row shows along with it. */
export const liveAttemptSchema = strictObject({
  ...attemptProperties,
  appId: { type: 'string', description: 'The application.' },
  eventType: { type: 'string', description: 'The event type of the message.' },
});

/** An endpoint in its current state, with its newest one-second buckets. */
export const liveTrafficSchema = strictObject({
  ...endpointTrafficSchema.properties,
  buckets: {
    type: 'array',
    items: trafficBucketSchema,
    description:
      'Of one second each, oldest first. The last one may still be running: a later one with the same `at` replaces it.',
  },
});

/* @__NO_SIDE_EFFECTS__ */
function kind<const K extends string>(name: K) {
  return { type: 'string', enum: [name], description: 'What happened.' } as const;
}

/** What happened since the last push, cut to the newest 200, so that a page can say so instead of pretending. */
export const attemptsEventSchema = strictObject({
  kind: kind('attempts'),
  attempts: { type: 'array', items: liveAttemptSchema, description: 'Newest last, at most 200.' },
  skipped: count('How many more there were.'),
});

/** Something that is told by its kind alone. */
export const changedEventSchema = strictObject({
  kind: {
    type: 'string',
    enum: [
      'catalog-changed',
      'applications-changed',
      'attention-changed',
      'sending-changed',
      'network-changed',
    ],
    description:
      'What changed: the catalog, the applications, which endpoints fail, whether all sending is paused, or whether this computer has its network.',
  },
});

export const workingCopyEventSchema = strictObject({
  kind: kind('working-copy-changed'),
  connectionId: {
    type: 'string',
    description: 'The connection whose working copy someone edited, fetched or synced.',
  },
});

/** Of several steps between two pushes, only the last is sent. */
export const backgroundTaskEventSchema = strictObject({
  kind: kind('background-task'),
  task: { ...backgroundTaskOutSchema, description: 'The task, after it has progressed.' },
});

/** Sent only to streams that named endpoints (`?endpoints=ep_1,ep_2`). */
export const bucketsEventSchema = strictObject({
  kind: kind('buckets'),
  endpoints: {
    type: 'array',
    items: liveTrafficSchema,
    description: 'Those of the query that have changed.',
  },
});

/** What `GET /api/v1/live` can send, one JSON object per server-sent event, at most four pushes a second. */
export const liveEventSchema = {
  description: 'One event of an endless stream of server-sent events: the JSON object after `data:`.',
  oneOf: [
    attemptsEventSchema,
    changedEventSchema,
    workingCopyEventSchema,
    backgroundTaskEventSchema,
    bucketsEventSchema,
  ],
} as const;

/** Several readers hold the same event: none may change it. */
type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;

export type LiveAttempt = FromSchema<typeof liveAttemptSchema>;
export type LiveTraffic = Fixed<FromSchema<typeof liveTrafficSchema>>;
export type LiveEvent = Fixed<FromSchema<typeof liveEventSchema>>;
