import type { FromSchema } from 'json-schema-to-ts';
import { ENDPOINT_STATES, endpointStateSchema } from './endpoint-state';
import { count, dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const limit = (description: string) => ({ type: ['integer', 'null'], minimum: 1, description }) as const;

/** How many hours an overview of applications covers, including the current one. */
export const OVERVIEW_HOURS = 24;

/** An endpoint of any application, with what is needed to find it and to show it in a list. */
export const fleetEndpointOutSchema = strictObject({
  id: { type: 'string', description: 'The endpoint.' },
  uid: { type: ['string', 'null'], description: 'Its own name for programs. Null: none.' },
  appId: { type: 'string', description: 'Its application.' },
  appName: { type: 'string', description: 'The name of its application.' },
  url: { type: 'string', format: 'uri', description: 'Where it is delivered to.' },
  description: { type: 'string', description: 'Human-readable text. May be empty.' },
  rateLimit: limit('Its own limit in messages per second. Null: that of the application applies.'),
  effectiveRateLimit: limit('The effective limit, messages per second. Null: none.'),
  disabled: { type: 'boolean', description: 'True: its deliveries are held, and a resend is refused.' },
  paused: { type: 'boolean', description: 'True: its deliveries are held, resends too.' },
  state: { ...endpointStateSchema },
});

const perHour = (description: string) =>
  ({
    type: 'array',
    items: count('Attempts that ended in this hour.'),
    description: `${description} ${OVERVIEW_HOURS} numbers.`,
  }) as const;

/** An application, with the state and the activity of its endpoints together. */
export const applicationOverviewOutSchema = strictObject({
  appId: { type: 'string', description: 'The application.' },
  state: {
    type: ['string', 'null'],
    enum: [...ENDPOINT_STATES, null],
    description:
      'The most urgent state of its endpoints, each as `GET /fleet/endpoint` says it. Null: it has none.',
  },
  endpoints: count('Its endpoints.'),
  failing: count('Failing endpoints: their latest attempt failed, and they are neither paused nor disabled.'),
  held: count('Endpoints that are disabled or paused.'),
  failingEndpointId: { type: ['string', 'null'], description: 'One that fails. Null: none does.' },
  waiting: count('Deliveries that wait in the queues of its endpoints, for a retry, or for a response.'),
  waitMs: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'How long what is due has waited, or will wait for its turn, in ms: the longest of its endpoints that are neither paused nor disabled. Null: no deliveries are due.',
  },
  lowestLimit: limit(
    'The lowest limit that an endpoint has of its own, messages per second. Null: none has one.',
  ),
  highestLimit: limit(
    'The highest limit that an endpoint has of its own, messages per second. Null: none has one.',
  ),
  since: dateTime('Start of the first hour (RFC 3339, UTC). The last hour is not complete.'),
  succeeded: perHour('Attempts with a 2xx response, hour by hour, oldest first.'),
  failed: perHour('Attempts that ended otherwise, hour by hour, oldest first.'),
});

export type FleetEndpointOut = FromSchema<typeof fleetEndpointOutSchema>;
export type ApplicationOverviewOut = FromSchema<typeof applicationOverviewOutSchema>;
