import type { FromSchema } from 'json-schema-to-ts';
import { INSIGHT_NAMES_MAX, USAGE_MESSAGES_MAX } from './limits';

const count = (description: string) => ({ type: 'integer', description }) as const;

/** Who receives an event type, and how much of it. */
export const eventTypeUsageOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['named', 'unfiltered', 'hidden', 'held', 'applications', 'lastDay', 'endpoints', 'more'],
  properties: {
    named: count('Endpoints that filter by its name.'),
    unfiltered: count('Endpoints without a filter, which receive every event type.'),
    hidden: count(
      'Those of both whose customers cannot see it: it has flags, and no token of theirs that works now has one of them. They receive it all the same.',
    ),
    held: count('Those of both that are disabled or paused.'),
    applications: count('Applications that have one of these endpoints.'),
    lastDay: {
      type: 'object',
      additionalProperties: false,
      required: ['delivered', 'failed', 'waiting', 'canceled', 'countedSince'],
      description: 'What became of its messages of the last 24 hours; one delivery for each endpoint.',
      properties: {
        delivered: count('Deliveries that arrived.'),
        failed: count('Deliveries that were given up.'),
        waiting: count('Deliveries that still wait.'),
        canceled: count('Deliveries that were canceled.'),
        countedSince: {
          type: 'string',
          format: 'date-time',
          description: `Messages accepted from then on are counted (RFC 3339, UTC): later than 24 hours ago where the newest ${USAGE_MESSAGES_MAX} of all messages do not reach back so far.`,
        },
      },
    },
    endpoints: {
      type: 'array',
      description: 'Up to `limit` of them: those that cannot see it first, then those that name it.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: [
          'id',
          'appId',
          'appName',
          'url',
          'description',
          'isNamed',
          'isHidden',
          'onChannels',
          'disabled',
          'paused',
        ],
        properties: {
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
        },
      },
    },
    more: count('How many endpoints are not listed.'),
  },
} as const;

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

/** What is odd in the catalog. Archived event types do not count. */
export const eventTypeInsightsOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'eventTypes',
    'unfilteredEndpoints',
    'withoutSchema',
    'withoutDescription',
    'unreceived',
    'dark',
    'unusedFlags',
  ],
  properties: {
    eventTypes: count('Event types that are not archived.'),
    unfilteredEndpoints: count('Endpoints without a filter, which receive every event type.'),
    withoutSchema: names('Event types without a schema.'),
    withoutDescription: names('Event types without a description.'),
    unreceived: names(
      'Event types that no endpoint receives: none filters by their name. Empty where there is an endpoint without a filter.',
    ),
    dark: {
      ...names(
        'Event types that have flags, and reach endpoints whose customers cannot see them: no token of theirs that works now has one of the flags.',
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
    unusedFlags: {
      type: 'array',
      description:
        'Flags that do nothing: no event type has them, or no token that works now. Tokens that see everything have none.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['flag', 'eventTypes', 'tokens'],
        properties: {
          flag: { type: 'string', description: 'The feature flag.' },
          eventTypes: count('Event types that have it.'),
          tokens: count('Tokens, links and integrations that work now and have it.'),
        },
      },
    },
  },
} as const;

export type EventTypeUsageOut = FromSchema<typeof eventTypeUsageOutSchema>;
export type EventTypeInsightsOut = FromSchema<typeof eventTypeInsightsOutSchema>;
