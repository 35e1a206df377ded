import type { FromSchema } from 'json-schema-to-ts';
import { EVENT_TYPE_VERSIONS_KEPT } from './limits';

/** How an event type comes into a state. */
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
    'What it means to those who receive such messages: `breaking` code that reads them fails as a rule, `unclear` that depends on the receiver, `compatible` they need not care. Null: it is a matter of the catalog, no message changes.',
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
    description: 'What was done. `known`: it was there before its history was written down.',
  },
  author: {
    type: ['string', 'null'],
    description:
      'Name of the token at that time; `admin` is the one of the settings. Null: nobody wrote it down.',
  },
  authorTokenId: {
    type: ['string', 'null'],
    description: 'The token. Null: the one of the settings, or nobody wrote it down.',
  },
  source: {
    type: ['string', 'null'],
    description: 'Of an import its file, of a restore the version. Null: neither, or it is not known.',
  },
  createdAt: { type: 'string', format: 'date-time', description: 'When it was done (RFC 3339, UTC).' },
  changes: {
    type: 'array',
    description: 'What differs from the version before, in words; at most 50.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['effect', 'where', 'text'],
      properties: {
        effect,
        where: { type: 'string', description: 'Where: `schema > data > total` for one.' },
        text: { type: 'string', description: 'What: `number becomes string` for one.' },
      },
    },
  },
  more: { type: 'integer', description: 'How many further changes are not listed.' },
  schemaSummary: {
    type: 'string',
    description: 'Fields of the schema that are new, gone and changed: `+2 −1 ~3`. Empty: none.',
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
  'createdAt',
  'changes',
  'more',
  'schemaSummary',
  'verdict',
] as const;

/** One state an event type has been in, without what it said. */
export const eventTypeVersionOutSchema = {
  type: 'object',
  additionalProperties: false,
  required,
  properties: version,
} as const;

/** One state an event type has been in, whole. */
export const eventTypeVersionContentOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...required, 'content'],
  properties: {
    ...version,
    content: {
      type: 'object',
      additionalProperties: false,
      required: ['description', 'archived', 'deprecated', 'schemas', 'featureFlags', 'groupName'],
      description: 'What it said; of a deleted one, what it said last.',
      properties: {
        description: { type: 'string', description: 'Human-readable text.' },
        archived: { type: 'boolean', description: 'True: it was archived.' },
        deprecated: { type: 'boolean', description: 'True: it was marked as deprecated.' },
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
