import type { FromSchema } from 'json-schema-to-ts';
import { INSIGHT_NAMES_MAX, USAGE_MESSAGES_MAX } from './limits';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const count = (description: string) => ({ type: 'integer', description }) as const;

/** Who receives an event type, and how much of it. */
export const eventTypeUsageOutSchema = strictObject({
  named: count('Endpoints that filter by its name.'),
  unfiltered: count('Endpoints without a filter, which receive every event type.'),
  hidden: count(
    'Of both, those whose customers cannot see it: it has flags, and no active token of the customer has one of them. They still receive it.',
  ),
  held: count('Of both, those that are disabled or paused.'),
  applications: count('Applications that have one of these endpoints.'),
  lastDay: {
    type: 'object',
    additionalProperties: false,
    required: ['delivered', 'failed', 'waiting', 'canceled', 'countedSince'],
    description: 'Outcomes of its messages of the last 24 hours; one delivery for each endpoint.',
    properties: {
      delivered: count('Deliveries that succeeded.'),
      failed: count('Deliveries that were given up.'),
      waiting: count('Deliveries that still wait.'),
      canceled: count('Deliveries that were canceled.'),
      countedSince: dateTime(
        `Start of the counted period (RFC 3339, UTC). Later than 24 hours ago if the newest ${USAGE_MESSAGES_MAX} messages cover less time.`,
      ),
    },
  },
  endpoints: {
    type: 'array',
    description: 'Up to `limit` of them: those that cannot see it first, then those that name it.',
    items: strictObject({
      id: { type: 'string', description: 'The endpoint.' },
      appId: { type: 'string', description: 'Its application.' },
      appName: { type: 'string', description: 'Name of its application.' },
      url: { type: 'string', format: 'uri', description: 'Where it is.' },
      description: { type: 'string', description: 'Its description; may be empty.' },
      isNamed: {
        type: 'boolean',
        description: 'True: it filters by the name. False: it has no filter.',
      },
      isHidden: { type: 'boolean', description: 'True: its customer cannot see the event type.' },
      onChannels: {
        type: 'boolean',
        description: 'True: it only receives messages on its channels.',
      },
      disabled: { type: 'boolean', description: 'True: its deliveries are held.' },
      paused: { type: 'boolean', description: 'True: its deliveries are held.' },
    }),
  },
  more: count('How many endpoints are not listed.'),
});

const names = (description: string) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: ['count', 'names'],
    description,
    properties: {
      count: count('How many.'),
      names: {
        type: 'array',
        items: { type: 'string', description: 'The name of an event type.' },
        description: `Their names; at most ${INSIGHT_NAMES_MAX}.`,
      },
    },
  }) as const;

/** What is odd in the catalog. Archived event types are ignored. */
export const eventTypeInsightsOutSchema = strictObject({
  eventTypes: count('Event types that are not archived.'),
  unfilteredEndpoints: count('Endpoints without a filter, which receive every event type.'),
  withoutSchema: names('Event types without a schema.'),
  withoutDescription: names('Event types without a description.'),
  unreceived: names(
    'Event types that no endpoint receives, because none filters by their name. Empty if there is an endpoint without a filter.',
  ),
  dark: {
    ...names(
      'Event types with flags that reach endpoints whose customers cannot see them, because no active token of the customer has one of the flags.',
    ),
    required: ['count', 'names', 'endpoints'],
    properties: {
      ...names('').properties,
      endpoints: {
        type: 'array',
        items: { type: 'integer', description: 'Endpoints.' },
        description: 'How many such endpoints each of `names` reaches, in the same order.',
      },
    },
  },
  pastSunset: {
    ...names('Deprecated event types whose `sunsetAt` has passed and that endpoints still receive.'),
    required: ['count', 'names', 'endpoints'],
    properties: {
      ...names('').properties,
      endpoints: {
        type: 'array',
        items: { type: 'integer', description: 'Endpoints.' },
        description: 'How many endpoints receive each of `names`, in the same order.',
      },
    },
  },
  unusedFlags: {
    type: 'array',
    description:
      'Flags without effect: no event type or no active token has them. Tokens that see everything have none.',
    items: strictObject({
      flag: { type: 'string', description: 'The feature flag.' },
      eventTypes: count('Event types that have it.'),
      tokens: count('Active tokens, links and integrations with the flag.'),
    }),
  },
});

export type EventTypeUsageOut = FromSchema<typeof eventTypeUsageOutSchema>;
export type EventTypeInsightsOut = FromSchema<typeof eventTypeInsightsOutSchema>;
