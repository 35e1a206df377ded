import type { FromSchema } from 'json-schema-to-ts';
import { ENDPOINT_STATES, endpointStateSchema } from './endpoint-state';
import { count, dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Most endpoints that one live stream may name in `endpoints`. */
export const WATCHED_ENDPOINTS_MAX = 100;

const milliseconds = (description: string) =>
  ({ type: ['integer', 'null'], minimum: 0, description }) as const;

const reason = { type: 'string', description: 'Why, as one phrase for people.' } as const;
const queue = count('Deliveries that wait in the queue, for a retry, or for a response.');
const later = count(
  'Of these, deliveries that are not due yet: they wait for a retry, or for their `deliverAt`.',
);
const inFlight = count('Of these, deliveries that were sent and wait for a response.');
const oldestMs = milliseconds('How long the next delivery has been due, in ms. Null: none is due.');

/** What happened at one endpoint in one second or one minute. */
export const trafficBucketSchema = strictObject({
  at: count('When it began, in seconds since 1970.'),
  arrivals: count('Deliveries that were added: messages accepted for it, and resends.'),
  sends: count('Attempts that began: requests whose first byte was written, and those that failed before.'),
  succeeded: count('Attempts that ended with a 2xx response, when that was on disk.'),
  failed: count('Attempts that ended otherwise, when that was on disk.'),
  queue: count('Deliveries that wait at its end in the queue, for a retry, or for a response.'),
  oldestMs: milliseconds(
    'How long the next delivery had been due at its end, in ms; for a minute, the longest of its seconds. Null: none was due.',
  ),
  delayP50Ms: milliseconds('Median delay of its sends after they were due, in ms. Null: nothing was sent.'),
  delayP95Ms: milliseconds('95th percentile of the delay of its sends, in ms. Null: nothing was sent.'),
});

/** What happened at one endpoint over a range of time. */
export const endpointHistoryOutSchema = strictObject({
  endpointId: { type: 'string', description: 'The endpoint.' },
  step: { type: 'integer', enum: [1, 60], description: 'Length of a bucket, in seconds.' },
  since: dateTime('Begin of the range (RFC 3339, UTC).'),
  until: dateTime('End of the range (RFC 3339, UTC).'),
  recordedSince: dateTime(
    'No data exists from before this instant (RFC 3339, UTC): it is no longer kept, or, for seconds, the service was not running.',
  ),
  runningSince: dateTime(
    'When the service started (RFC 3339, UTC). A bucket that is absent since then had no traffic.',
  ),
  data: {
    type: 'array',
    items: trafficBucketSchema,
    description:
      'Oldest first. A bucket without traffic, and one that was not recorded, is absent, never zero. The current minute is included as far as it went, the current second is not.',
  },
});

/** What happened at all endpoints of an application, minute by minute. */
export const applicationHistoryOutSchema = strictObject({
  since: endpointHistoryOutSchema.properties.since,
  until: endpointHistoryOutSchema.properties.until,
  recordedSince: dateTime('No data exists from before this instant (RFC 3339, UTC): it is no longer kept.'),
  data: {
    type: 'array',
    items: strictObject({
      at: trafficBucketSchema.properties.at,
      arrivals: trafficBucketSchema.properties.arrivals,
      sends: trafficBucketSchema.properties.sends,
      succeeded: trafficBucketSchema.properties.succeeded,
      failed: trafficBucketSchema.properties.failed,
    }),
    description:
      'Oldest first, deleted endpoints included. A minute without traffic is absent. The current minute is included as far as it went.',
  },
});

/** The current state of one endpoint. */
export const endpointTrafficSchema = strictObject({
  endpointId: { type: 'string', description: 'The endpoint.' },
  appId: { type: 'string', description: 'Its application.' },
  state: { ...endpointStateSchema },
  reason,
  rateLimit: {
    type: ['integer', 'null'],
    description: 'Its effective limit, messages per second, own or inherited. Null: none.',
  },
  queue,
  later,
  inFlight,
  oldestMs,
  arrivalsPerS: {
    type: 'number',
    description: 'Arrivals in the last whole second; below 2 per second, the average of the last 5.',
  },
  sendsPerS: {
    type: 'number',
    description: 'Sends in the last whole second; below 2 per second, the average of the last 5.',
  },
  successRatio: {
    type: ['number', 'null'],
    description: 'Share of its last 50 attempts that succeeded, from 0 to 1. Null: none recorded.',
  },
});

/** All endpoints of all applications at a glance. */
export const deliveryStateOutSchema = strictObject({
  counts: {
    type: 'object',
    additionalProperties: false,
    required: ENDPOINT_STATES,
    description: 'Endpoints by state, all of them.',
    properties: {
      failing: count('Endpoints whose latest attempt failed.'),
      delayed: count('Endpoints whose due deliveries wait for more than five minutes, or will.'),
      recovering: count('Endpoints that succeed again while some deliveries still wait for their retry.'),
      queued: count('Endpoints whose limit spreads out a burst.'),
      active: count('Endpoints whose messages are sent as they arrive.'),
      paused: count('Paused endpoints.'),
      disabled: count('Disabled endpoints.'),
      idle: count('Endpoints without activity for 24 hours.'),
    },
  },
  endpoints: {
    type: 'array',
    items: endpointTrafficSchema,
    description: 'Endpoints that are not idle, problems first, at most 1,000.',
  },
  omitted: count('Endpoints that are not idle and not listed.'),
  waiting: count(
    'Deliveries that wait for any endpoint, listed or not: in a queue, for a retry, or for a response.',
  ),
});

export type TrafficBucket = FromSchema<typeof trafficBucketSchema>;
export type EndpointHistoryOut = FromSchema<typeof endpointHistoryOutSchema>;
export type ApplicationHistoryOut = FromSchema<typeof applicationHistoryOutSchema>;
export type EndpointTraffic = FromSchema<typeof endpointTrafficSchema>;
export type DeliveryStateOut = FromSchema<typeof deliveryStateOutSchema>;
