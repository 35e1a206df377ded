/*
 * What both a document and somebody in the catalog have changed, and who wins it. Of a schema that is decided as a
 * whole or place by place.
 */

/** Fields on which document and catalog can conflict; the others are yes or no, and of two that moved both say the same. */
export const CONFLICT_FIELDS = ['description', 'schema', 'featureFlags', 'groupName'] as const;
export type ConflictField = (typeof CONFLICT_FIELDS)[number];

/** More places than this nobody decides one by one: then the schema is decided as a whole. */
export const IMPORT_PLACES_MAX = 200;
/** Who wins. */
export type ImportSide = 'catalog' | 'document';

const side = (field: string) =>
  ({
    type: 'string',
    enum: ['catalog', 'document'],
    description: `Whose ${field} it gets: the one of the catalog, or the one of the document.`,
  }) as const;

/** How conflicts of a row are decided: properties of a choice. */
export const conflictChoiceProperties = {
  sides: {
    type: 'object',
    additionalProperties: false,
    description: 'Who wins each conflict of the row; an accepted conflict needs one for every conflict.',
    properties: {
      description: side('description'),
      schema: side('schema'),
      featureFlags: side('flags'),
      groupName: side('group'),
    },
  },
  schemaSides: {
    type: 'object',
    maxProperties: IMPORT_PLACES_MAX,
    additionalProperties: side('value at this place'),
    description:
      'Who wins each place of a schema that both have changed, by its pointer. With a side for every place, or one in `sides.schema` for those that are not named, what only one of them changed is taken from that one. Absent: `sides.schema` is about the schema as a whole.',
  },
} as const;

const conflictPlaceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer'],
  description:
    'A place of a schema that both have changed, each in another way. A value that is absent is not there.',
  properties: {
    pointer: { type: 'string', description: 'JSON pointer into the schema.' },
    baseline: { description: 'What the last import said; any JSON value.' },
    catalog: { description: 'What the catalog has now; any JSON value.' },
    document: { description: 'What the document says now; any JSON value.' },
  },
} as const;

/** A conflict, as a row of a plan has it. */
export const conflictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['field', 'baseline', 'catalog', 'document', 'places'],
  description:
    'A field that both the document and somebody in the catalog have changed since the last import.',
  properties: {
    field: { type: 'string', enum: CONFLICT_FIELDS, description: 'Which one.' },
    baseline: { description: 'What the last import said; any JSON value.' },
    catalog: { description: 'What the catalog has now; any JSON value.' },
    document: { description: 'What the document says now; any JSON value.' },
    places: {
      type: 'array',
      maxItems: IMPORT_PLACES_MAX,
      items: conflictPlaceSchema,
      description:
        'Of a schema: the places that both have changed, to be decided one by one. Empty where it can only be decided as a whole.',
    },
  },
} as const;

/** A field that both sides have changed. */
export interface ImportConflict {
  readonly field: ConflictField;
  readonly baseline: unknown;
  readonly catalog: unknown;
  readonly document: unknown;
  /** Of a schema: what can be decided place by place. Empty: only as a whole. */
  readonly places: readonly ImportConflictPlace[];
}

/** A place of a schema that both sides have changed. A value that is absent is not there. */
export interface ImportConflictPlace {
  readonly pointer: string;
  readonly baseline?: unknown;
  readonly catalog?: unknown;
  readonly document?: unknown;
}
