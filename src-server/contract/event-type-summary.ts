import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeOutSchema } from './event-type';
import { USAGE_MESSAGES_MAX } from './limits';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

const { name, description, archived, featureFlags, groupName, updatedAt } = eventTypeOutSchema.properties;
const { deprecated, deprecatedAt, sunsetAt, replacedBy } = eventTypeOutSchema.properties;

/** An event type as a list shows it: without its schemas. */
const eventTypeSummarySchema = strictObject({
  name,
  description,
  archived,
  deprecated,
  deprecatedAt,
  sunsetAt,
  replacedBy,
  featureFlags,
  groupName,
  hasSchema: { type: 'boolean', description: 'Whether it has a schema.' },
  change: {
    type: ['string', 'null'],
    enum: ['new', 'changed', null],
    description: 'What happened to it since `changesSince`. Null: nothing, or there is no such time.',
  },
  updatedAt,
});

/** Answer of GET /event-type-summaries. */
export const eventTypeSummariesOutSchema = strictObject({
  data: {
    type: 'array',
    items: { ...eventTypeSummarySchema, description: 'An event type without its schemas.' },
    description: 'Every event type by name, archived ones too.',
  },
  changesSince: {
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['what', 'at'],
    description: 'The start for counting changes. Null: nothing was published or imported.',
    properties: {
      what: {
        type: 'string',
        enum: ['publish', 'import'],
        description: 'The last publish of the public catalog, or, if there was none, the last import.',
      },
      at: dateTime('When that was (RFC 3339, UTC).'),
    },
  },
});

/** Answer of GET /event-type-last-sent. */
export const eventTypeLastSentOutSchema = strictObject({
  data: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'at'],
      description: 'An event type and its newest message.',
      properties: {
        name,
        at: dateTime('When its newest message was accepted (RFC 3339, UTC).'),
      },
    },
    description: 'The event types of the examined messages, by name.',
  },
  countedSince: dateTimeOrNull(
    `Messages accepted before this time were not examined, because there are more than ${USAGE_MESSAGES_MAX} (RFC 3339, UTC). Null: all were examined.`,
  ),
});

export type EventTypeSummariesOut = FromSchema<typeof eventTypeSummariesOutSchema>;
export type EventTypeLastSentOut = FromSchema<typeof eventTypeLastSentOutSchema>;
/** What the start time for counting changes stands for. */
export type ChangesSince = NonNullable<EventTypeSummariesOut['changesSince']>;
/** An event type in a list. Older instances do not report all of it, and a working copy has no `deprecatedAt`. */
export type ListedEventType = Omit<EventTypeSummariesOut['data'][number], LaterField> &
  Partial<Pick<EventTypeSummariesOut['data'][number], LaterField>>;
type LaterField = 'hasSchema' | 'change' | 'deprecatedAt' | 'sunsetAt' | 'replacedBy';
