import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeInSchema, eventTypeOutSchema } from './event-type';
import { flagSetsContentSchema } from './flag-set';
import { LIMITS } from './limits';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** How a working copy relates to the other instance. */
export const COPY_STATES = ['none', 'up_to_date', 'changed', 'behind', 'conflicts', 'offline'] as const;
export type CopyState = (typeof COPY_STATES)[number];

const NOTE_MAX_LENGTH = 4096;

const name = {
  type: 'string',
  description: 'The name of an event type, or `flag-sets` for the sets of feature flags.',
} as const;
const names = (description: string) => ({ type: 'array', items: name, description }) as const;
const note = {
  type: 'string',
  maxLength: NOTE_MAX_LENGTH,
  description: 'What the changes are about. The next sync takes it into its receipt.',
} as const;

const { name: ofType, ...writable } = eventTypeInSchema.properties;

/** Body of PUT of an event type of a working copy: the full content, where an absent field has its default. */
export const copyContentInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: {
      ...ofType,
      description: 'The same as in the path. Absent: the name of the path.',
    },
    ...writable,
  },
} as const;

const out = eventTypeOutSchema.properties;

/** An event type without times: what is edited in a working copy. */
export const copyContentOutSchema = strictObject(
  {
    name: out.name,
    description: out.description,
    featureFlags: out.featureFlags,
    groupName: out.groupName,
    archived: out.archived,
    deprecated: out.deprecated,
    sunsetAt: { ...out.sunsetAt, description: 'Until when its messages are promised. Absent: no date.' },
    replacedBy: { ...out.replacedBy, description: 'The event type to use instead. Absent: none.' },
    schemas: { ...out.schemas, description: 'Draft 7 schemas by version. Null means none.' },
  },
  { optional: ['sunsetAt', 'replacedBy'] },
);

/** Answer of GET .../working-copy/event-types: all of them. */
export const copyContentListOutSchema = strictObject({
  data: { type: 'array', items: copyContentOutSchema, description: 'All event types, by name.' },
});

/** Answer of GET .../working-copy/event-type-summaries. */
export const copySummariesOutSchema = strictObject({
  data: {
    type: 'array',
    description: 'All event types, by name.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: [
        'name',
        'description',
        'featureFlags',
        'groupName',
        'archived',
        'deprecated',
        'sunsetAt',
        'replacedBy',
        'hasSchema',
        'revision',
      ],
      description: 'An event type without its schemas.',
      properties: {
        name: out.name,
        description: out.description,
        featureFlags: out.featureFlags,
        groupName: out.groupName,
        archived: out.archived,
        deprecated: out.deprecated,
        sunsetAt: out.sunsetAt,
        replacedBy: out.replacedBy,
        hasSchema: { type: 'boolean', description: 'Whether it has a schema.' },
        revision: count('Rises with everything that is written about it.'),
      },
    },
  },
});

/** Answer of POST .../working-copy/fetch. */
export const copyFetchOutSchema = strictObject({
  fetchedAt: dateTime('When it was read (RFC 3339, UTC).'),
  eventTypes: count('Event types there, archived ones too.'),
  new: names(
    'Created, changed or deleted there since the fetch before; empty the first time. A check in between counts for nothing.',
  ),
});

/** Body of PATCH .../working-copy. */
export const workingCopyPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { note },
} as const;

/** The state of a working copy. */
export const workingCopyOutSchema = strictObject({
  fetchedAt: dateTimeOrNull('When the other instance was last read (RFC 3339, UTC). Null: never.'),
  state: {
    type: 'string',
    enum: COPY_STATES,
    description:
      'The first that applies: `none` (never fetched), `offline` (the last try to reach it failed; the numbers are those of the last fetch), `conflicts`, `changed` (here), `behind` (only changed there), `up_to_date`.',
  },
  changes: count('Event types that were changed here; the flag sets count as one of them.'),
  theirs: count('The same that were changed there.'),
  conflicts: count('The same that both changed in a way that needs a choice.'),
  note,
});

/** Answer of GET .../working-copy/changes. */
export const copyChangeListOutSchema = strictObject({
  data: {
    type: 'array',
    description: 'What was changed here, by name.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'kind', 'fields'],
      description: 'One change.',
      properties: {
        name,
        kind: { type: 'string', enum: ['added', 'changed', 'removed'], description: 'What was done.' },
        fields: {
          type: 'array',
          items: { type: 'string', description: 'A JSON pointer, such as `/schemas/1/properties/id`.' },
          description: 'The smallest values that differ. Empty for what was added or removed.',
        },
      },
    },
  },
});

const contentOrNull = (description: string) =>
  ({ anyOf: [copyContentOutSchema, { type: 'null' }], description }) as const;

const changedOrNull = (description: string) =>
  ({ anyOf: [copyContentOutSchema, flagSetsContentSchema, { type: 'null' }], description }) as const;

/** The changes of a working copy as one document, to pass on to somebody else. */
export const changeSetOutSchema = strictObject({
  version: { type: 'integer', const: 1, description: 'The form of this document.' },
  createdAt: dateTime('When it was written (RFC 3339, UTC).'),
  note,
  changes: {
    type: 'array',
    description: 'What was changed, by name.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'base', 'mine'],
      description: 'One event type, or all flag sets.',
      properties: {
        name,
        base: changedOrNull('As it was before the change. Null: it was not there.'),
        mine: changedOrNull('As it is to be. Null: it goes.'),
      },
    },
  },
});

const contentIn = (description: string) =>
  ({
    ...copyContentInSchema,
    type: ['object', 'null'],
    properties: {
      ...copyContentInSchema.properties,
      flagSets: {
        ...flagSetsContentSchema.properties.flagSets,
        description: 'The sets of feature flags, for `flag-sets` alone.',
      },
    },
    description,
  }) as const;

/** Body of POST .../working-copy/changes/import: what an export wrote. */
export const changeSetInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['changes'],
  properties: {
    version: { type: 'integer', const: 1, description: 'The form of this document. Absent: 1.' },
    createdAt: { type: 'string', description: 'When it was written. Not looked at.' },
    note: { ...note, description: 'What the changes are about. Absent or empty: the note stays as it is.' },
    changes: {
      type: 'array',
      maxItems: LIMITS.bulkEventTypes.max,
      description: 'What is to be changed, each name once.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'base', 'mine'],
        description: 'One event type, or all flag sets.',
        properties: {
          name: { ...eventTypeInSchema.properties.name, description: 'Its name, or `flag-sets`.' },
          base: contentIn('What whoever made the change began with. Null: it was not there.'),
          mine: contentIn('What it became. Null: it goes.'),
        },
      },
    },
  },
} as const;

const side = (description: string) => ({ description }) as const;

/** Answer of POST .../working-copy/compare. */
export const comparisonOutSchema = strictObject({
  mine: names('Changed here alone.'),
  theirs: names('Changed there alone.'),
  both: names('Changed on both sides without a conflict: the merged result is written.'),
  agreed: names('Changed in the same way on both sides: nothing is written.'),
  conflicts: {
    type: 'array',
    description: 'Where a choice is needed, by name.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'pointer', 'writesMore'],
      description: 'One place. A side on which nothing stands there is absent.',
      properties: {
        name,
        pointer: {
          type: 'string',
          description:
            'JSON pointer of the smallest value that both changed; empty: the event type as a whole. `/archived` is also used where one side archived it and the other changed its flags. In flag sets, the letter of the set comes first: `/A/name`.',
        },
        writesMore: {
          type: 'boolean',
          description:
            'True: another change of this event type is written there, even if `theirs` is chosen for each of its conflicts.',
        },
        base: side('The value as both had it last; any JSON value.'),
        mine: side('The value here; any JSON value.'),
        theirs: side('The value there; any JSON value.'),
      },
    },
  },
});

/** Answer of GET .../working-copy/event-types/{name}/sides. */
export const copySidesOutSchema = strictObject({
  name,
  base: contentOrNull('As both had it last. Null: it was not there.'),
  mine: contentOrNull('As it is edited here. Null: it was removed here, or only the other instance has it.'),
  theirs: contentOrNull('As the other instance had it when it was last read. Null: it is not there.'),
  mineChanged: { type: 'boolean', description: 'True: it was changed here.' },
  theirsChanged: { type: 'boolean', description: 'True: it was changed there.' },
  inConflict: { type: 'boolean', description: 'True: both changed it in a way that needs a choice.' },
});

/** Answer of GET .../working-copy/edit-times. */
export const copyEditTimesOutSchema = strictObject({
  data: {
    type: 'array',
    description: 'The edited event types that the journal still knows, by name.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'editedAt'],
      description: 'The last edit of one.',
      properties: { name, editedAt: dateTime('When it was last edited here (RFC 3339, UTC).') },
    },
  },
});

const step = (description: string) =>
  ({
    anyOf: [
      {
        type: 'object',
        additionalProperties: false,
        required: ['edit', 'act', 'editedAt', 'types', 'name', 'by', 'isOwn'],
        description: 'One edit.',
        properties: {
          edit: { type: 'integer', description: 'Its id.' },
          act: {
            type: 'string',
            enum: ['edit', 'discard', 'import', 'undo-sync'],
            description: 'What was done.',
          },
          editedAt: dateTime('When it was made (RFC 3339, UTC).'),
          types: count('How many event types it changed.'),
          name: { type: 'string', description: 'The first of them by name.' },
          by: {
            type: ['string', 'null'],
            description:
              'The name of the token it was made with. Null: not known, because an earlier version recorded it or the token is gone.',
          },
          isOwn: {
            type: ['boolean', 'null'],
            description:
              'True: made with the token of this request, and in the same browser. Null: it is not known who made it.',
          },
        },
      },
      { type: 'null' },
    ],
    description,
  }) as const;

/** Answer of GET .../working-copy/steps. */
export const copyStepsOutSchema = strictObject({
  undo: step('The next edit to undo. Null: none.'),
  redo: step('The next edit to redo. Null: none.'),
});

/** Answer of undo and redo of an edit, and of undoing a sync. */
export const putBackOutSchema = strictObject({
  restored: names('Put back.'),
  left: names('Changed since, and therefore left as they are.'),
});

export type CopyContentIn = FromSchema<typeof copyContentInSchema>;
export type CopyContentOut = Readonly<FromSchema<typeof copyContentOutSchema>>;
export type CopyContentListOut = FromSchema<typeof copyContentListOutSchema>;
export type CopySummariesOut = FromSchema<typeof copySummariesOutSchema>;
export type CopyFetchOut = FromSchema<typeof copyFetchOutSchema>;
export type WorkingCopyPatch = FromSchema<typeof workingCopyPatchSchema>;
export type WorkingCopyOut = Readonly<FromSchema<typeof workingCopyOutSchema>>;
export type CopyChangeListOut = FromSchema<typeof copyChangeListOutSchema>;
export type ChangeSetIn = FromSchema<typeof changeSetInSchema>;
export type ChangeSetOut = FromSchema<typeof changeSetOutSchema>;
export type CopySidesOut = FromSchema<typeof copySidesOutSchema>;
export type CopyEditTimesOut = FromSchema<typeof copyEditTimesOutSchema>;
export type CopyStepsOut = FromSchema<typeof copyStepsOutSchema>;
export type ComparisonOut = FromSchema<typeof comparisonOutSchema>;
export type PutBackOut = FromSchema<typeof putBackOutSchema>;
