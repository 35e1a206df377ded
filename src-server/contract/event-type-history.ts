import type { FromSchema } from 'json-schema-to-ts';
import { EVENT_TYPE_VERSIONS_KEPT } from './limits';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** What brought an event type into a state. */
export const VERSION_ACTS = [
  'known',
  'create',
  'update',
  'archive',
  'unarchive',
  'delete',
  'restore',
  'import',
] as const;
export type VersionAct = (typeof VERSION_ACTS)[number];

const effect = {
  type: ['string', 'null'],
  enum: ['breaking', 'unclear', 'compatible', null],
  description:
    'Effect on receivers of such messages: `breaking` receivers usually fail, `unclear` depends on the receiver, `compatible` receivers need no change. Null: affects only the catalog, not messages.',
} as const;

const version = {
  name: { type: 'string', description: 'The event type.' },
  version: {
    type: 'integer',
    description: `From 1 for each event type. The newest ${EVENT_TYPE_VERSIONS_KEPT} are kept.`,
  },
  act: {
    type: 'string',
    enum: VERSION_ACTS,
    description: 'What was done. `known`: it existed before its history was recorded.',
  },
  author: {
    type: ['string', 'null'],
    description: 'Name of the token at that time; `admin` is the one of the settings. Null: not recorded.',
  },
  authorTokenId: {
    type: ['string', 'null'],
    description: 'The token. Null: the one of the settings, or not recorded.',
  },
  source: {
    type: ['string', 'null'],
    description:
      'The file of an import, the version of a restore, or the planned release (`rel_...`). Null: none of them, or unknown.',
  },
  announced: {
    type: 'boolean',
    description: 'False: the change was not announced (`announce=false`).',
  },
  createdAt: dateTime('When it was done (RFC 3339, UTC).'),
  changes: {
    type: 'array',
    description: 'Differences from the previous version, in words; at most 50.',
    items: strictObject({
      effect,
      where: { type: 'string', description: 'Where: `schema > data > total` for one.' },
      text: { type: 'string', description: 'What: `number becomes string` for one.' },
    }),
  },
  more: { type: 'integer', description: 'How many further changes are not listed.' },
  schemaSummary: {
    type: 'string',
    description: 'Schema fields that were added, removed and changed: `+2 −1 ~3`. Empty: none.',
  },
  verdict: { ...effect, description: 'The worst effect of all changes. Null: none touches messages.' },
} as const;

const required = [
  'name',
  'version',
  'act',
  'author',
  'authorTokenId',
  'source',
  'announced',
  'createdAt',
  'changes',
  'more',
  'schemaSummary',
  'verdict',
] as const;

/** One past state of an event type, without its content. */
export const eventTypeVersionOutSchema = {
  type: 'object',
  additionalProperties: false,
  required,
  properties: version,
} as const;

/** One past state of an event type, with its content. */
export const eventTypeVersionContentOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...required, 'content'],
  properties: {
    ...version,
    content: {
      type: 'object',
      additionalProperties: false,
      required: [
        ...['description', 'archived', 'deprecated', 'sunsetAt', 'replacedBy'],
        ...['schemas', 'featureFlags', 'groupName'],
      ],
      description: 'Its content; for a deleted event type, its last content.',
      properties: {
        description: { type: 'string', description: 'Human-readable text.' },
        archived: { type: 'boolean', description: 'True: it was archived.' },
        deprecated: { type: 'boolean', description: 'True: it was marked as deprecated.' },
        sunsetAt: dateTimeOrNull('Until when its messages were promised (RFC 3339). Null: no date.'),
        replacedBy: { type: ['string', 'null'], description: 'The event type to use instead. Null: none.' },
        schemas: {
          type: ['object', 'null'],
          additionalProperties: true,
          description: 'Draft 7 schemas by version. Null means none.',
        },
        featureFlags: {
          type: ['array', 'null'],
          items: { type: 'string', description: 'A feature flag.' },
          description: 'Null means visible to everyone.',
        },
        groupName: { type: ['string', 'null'], description: 'Own group name. Null: it followed the name.' },
      },
    },
  },
} as const;

export type EventTypeVersionOut = FromSchema<typeof eventTypeVersionOutSchema>;
export type EventTypeVersionContentOut = FromSchema<typeof eventTypeVersionContentOutSchema>;
