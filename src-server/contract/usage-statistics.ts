import type { FromSchema } from 'json-schema-to-ts';
import { backgroundTaskOutSchema } from './background-task';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Body of POST /stats/usage/app. */
export const appUsageStatsInSchema = strictObject(
  {
    since: dateTime('Messages accepted since this time (RFC 3339); not later than `until`, or than now.'),
    until: dateTime('Messages accepted before this time (RFC 3339).'),
    appIds: {
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 256, description: 'An id or uid.' },
      maxItems: 1000,
      description: 'Only these applications, of which at least one must exist. Null or empty: all.',
    },
  },
  { optional: ['appIds'] },
);

/** What an `event-type.aggregate` task has in `data`. */
export const eventTypeUsageDataSchema = {
  type: 'object',
  additionalProperties: true,
  required: ['event_types'],
  properties: {
    event_types: {
      type: 'array',
      items: strictObject(
        {
          appId: { type: 'string', description: 'The application.' },
          explicitlySubscribedEventTypes: {
            type: 'array',
            items: { type: 'string', description: 'The name of an event type.' },
            description: 'What its endpoints filter by.',
          },
          hasCatchAllEndpoint: {
            type: 'boolean',
            description: 'True: one of its endpoints receives every event type.',
          },
        },
        { description: 'Event types of one application.' },
      ),
      description: 'Every application, by id.',
    },
  },
} as const;

/** What an `application.stats` task has in `data`. */
export const appUsageStatsSchema = {
  type: 'object',
  additionalProperties: true,
  required: ['appStats'],
  properties: {
    appStats: {
      type: 'array',
      items: strictObject(
        {
          appId: { type: 'string', description: 'The application.' },
          appUid: { type: ['string', 'null'], description: 'Your own identifier of it. Null means none.' },
          messageDestinations: {
            type: 'integer',
            description: 'Its messages, each counted once for every endpoint it was to go to.',
          },
        },
        { description: 'How much one application was used.' },
      ),
      description: 'Every requested application, by id.',
    },
  },
} as const;

/** Answer of POST /stats/usage/app. */
export const appUsageStatsOutSchema = {
  ...backgroundTaskOutSchema,
  required: [...backgroundTaskOutSchema.required, 'unresolvedAppIds'],
  properties: {
    ...backgroundTaskOutSchema.properties,
    unresolvedAppIds: {
      type: 'array',
      items: { type: 'string', description: 'An id or uid.' },
      description: 'Those of `appIds` that no application has.',
    },
  },
} as const;

export type AppUsageStatsIn = FromSchema<typeof appUsageStatsInSchema>;
export type EventTypeUsageData = FromSchema<typeof eventTypeUsageDataSchema>;
export type AppUsageStats = FromSchema<typeof appUsageStatsSchema>;
export type AppUsageStatsOut = FromSchema<typeof appUsageStatsOutSchema>;
