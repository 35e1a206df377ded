import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeInSchema } from './event-type';
import { LIMITS } from './limits';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Receipts kept per connection; the oldest are removed first. */
export const KEPT_SYNC_RECEIPTS = 50;

/** The possible outcomes for an event type in a sync. */
export const SYNC_OUTCOMES = ['done', 'skipped', 'failed', 'conflict'] as const;

const resolution = {
  name: {
    ...eventTypeInSchema.properties.name,
    description: 'The event type, or `flag-sets`.',
  },
  pointer: {
    type: 'string',
    maxLength: 65_536,
    pattern: '^(/([^/~]|~[01])*)*$',
    description: 'The place, as the comparison has it: a JSON pointer.',
  },
} as const;

/** Body of POST .../working-copy/sync. */
export const syncInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    names: {
      type: 'array',
      items: eventTypeInSchema.properties.name,
      maxItems: LIMITS.bulkEventTypes.max,
      description:
        'What to sync; `flag-sets` are the sets of feature flags. Absent: everything that differs.',
    },
    acceptRemovals: {
      type: 'boolean',
      description:
        'True: also if this removes more than ten event types, or more than a tenth of them, from the working copy because they are gone there, or if most of what was there is gone. Absent or false: such a sync is refused with `confirmation_needed`.',
    },
    announce: {
      type: 'boolean',
      description:
        'False: the other instance announces none of these changes, as with `announce=false` of its event types. Its history says so.',
    },
    resolutions: {
      type: 'array',
      maxItems: LIMITS.bulkEventTypes.max,
      description: 'What was chosen for conflicts. Those without are left alone.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'pointer'],
        checkedInCode: { oneOf: [{ required: ['take'] }, { required: ['value'] }] },
        description: 'The choice for one conflict: `take`, or else `value`.',
        examples: [{ name: 'invoice.paid', pointer: '/description', take: 'mine' }],
        properties: {
          ...resolution,
          take: { type: 'string', enum: ['base', 'mine', 'theirs'], description: 'The side that counts.' },
          value: {
            description:
              'What it is to be instead: any JSON value, kept as the text that came. For the pointer `""`, null removes the event type.',
          },
        },
      },
    },
  },
} as const;

/** What a sync did, without its items. */
const receiptProperties = {
  id: { type: 'string', description: 'Identifier, `sync_...`.' },
  connectionId: { type: 'string', description: 'The connection that was synced.' },
  createdAt: dateTime('When it began (RFC 3339, UTC).'),
  note: { type: 'string', description: 'The note of the working copy at that time.' },
} as const;

const receiptRequired = ['id', 'connectionId', 'createdAt', 'note'] as const;

const syncItemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'outcome'],
  description: 'What became of one event type.',
  properties: {
    name: { type: 'string', description: 'The event type, or `flag-sets`.' },
    outcome: {
      type: 'string',
      enum: SYNC_OUTCOMES,
      description:
        '`done`: both sides agree now; `skipped`: nothing was to be done, or it was not tried; `failed`: it was refused; `conflict`: someone has to choose, or look again, first.',
    },
    reason: { type: 'string', description: 'Why, as a sentence. Absent: it went as expected.' },
  },
} as const;

/** Answer of GET /connections/{id}/sync-receipts. */
export const syncReceiptListOutSchema = strictObject({
  data: {
    type: 'array',
    description: `The receipts of the last ${KEPT_SYNC_RECEIPTS} syncs, newest first.`,
    items: {
      type: 'object',
      additionalProperties: false,
      required: receiptRequired,
      properties: receiptProperties,
      description: 'One receipt, without its items.',
    },
  },
});

/** Answer of GET /sync-receipts/{receipt}. */
export const syncReceiptOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...receiptRequired, 'items'],
  properties: {
    ...receiptProperties,
    items: { type: 'array', items: syncItemSchema, description: 'What became of each, as it ended.' },
  },
} as const;

export type SyncOutcome = (typeof SYNC_OUTCOMES)[number];
export type SyncItemOut = FromSchema<typeof syncItemSchema>;
export type SyncIn = FromSchema<typeof syncInSchema>;
export type SyncReceiptListOut = FromSchema<typeof syncReceiptListOutSchema>;
export type SyncReceiptOut = Readonly<FromSchema<typeof syncReceiptOutSchema>>;
