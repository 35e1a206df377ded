import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeInSchema, eventTypePatchSchema } from './event-type';
import { LIMITS } from './limits';
import { dateTimeOrNull } from './property-schemas';

const eventTypes = {
  type: 'array',
  maxItems: LIMITS.previewDraftEventTypes.max,
  description: 'What the draft changes, each name once. Absent: nothing.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    description: 'One event type: the fields of PATCH, or `remove`.',
    examples: [{ name: 'invoice.paid', featureFlags: ['beta'] }],
    properties: {
      name: eventTypeInSchema.properties.name,
      ...eventTypePatchSchema.properties,
      description: {
        ...eventTypePatchSchema.properties.description,
        description:
          'As in PATCH. An entry with a description creates a missing event type; others ignore it.',
      },
      remove: {
        type: 'boolean',
        description: 'True: the draft does not have it. Absent or false: the fields apply.',
      },
    },
  },
} as const;

/** Body of POST /portal-preview-drafts. */
export const previewDraftInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    connectionId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      description:
        'A connection: its working copy is the catalog, as it is when it is read. Null or absent: the stored catalog is.',
    },
    at: dateTimeOrNull(
      'A time at which the stored catalog is shown (RFC 3339): a past one by the history, as far as that reaches, one to come after the releases planned until then. Not together with a connection. Null or absent: as it is.',
    ),
    eventTypes,
  },
} as const;

/** Body of PUT /portal-preview-drafts/{draft}. */
export const previewDraftUpdateSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { eventTypes },
} as const;

/** A draft, without its content. */
export const previewDraftOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'connectionId', 'at', 'eventTypes', 'expiresAt'],
  properties: {
    id: { type: 'string', description: 'Identifier, `draft_...`, for `previewDraftId` of a portal link.' },
    connectionId: {
      type: ['string', 'null'],
      description: 'The connection whose working copy is its catalog. Null: the stored catalog is.',
    },
    at: dateTimeOrNull('The time at which the stored catalog is shown (RFC 3339, UTC). Null: as it is.'),
    eventTypes: { type: 'integer', minimum: 0, description: 'How many event types it changes.' },
    expiresAt: {
      type: 'string',
      format: 'date-time',
      description:
        'When it expires unless it is used before (RFC 3339, UTC). A request with one of its tokens uses it.',
    },
  },
} as const;

export type PreviewDraftIn = FromSchema<typeof previewDraftInSchema>;
export type PreviewDraftUpdate = FromSchema<typeof previewDraftUpdateSchema>;
export type PreviewDraftEntry = NonNullable<PreviewDraftIn['eventTypes']>[number];
export type PreviewDraftOut = Readonly<FromSchema<typeof previewDraftOutSchema>>;
