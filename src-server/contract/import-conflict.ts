/*
 * What both a document and someone in the catalog have changed, and which side wins. For a schema, that is decided as
 * a whole or place by place.
 */

/** Fields in which document and catalog can conflict; the others are yes or no, and if both changed, they agree. */
export const CONFLICT_FIELDS = [
  'description',
  'schema',
  'featureFlags',
  'groupName',
  'sunsetAt',
  'replacedBy',
] as const;
export type ConflictField = (typeof CONFLICT_FIELDS)[number];

/** Nobody decides more places than this one by one: the schema is then decided as a whole. */
export const IMPORT_PLACES_MAX = 200;
/** Which side wins. */
export type ImportSide = 'catalog' | 'document';

const side = (field: string) =>
  ({
    type: 'string',
    enum: ['catalog', 'document'],
    description: `Which ${field} to use: the one in the catalog or in the document.`,
  }) as const;

/** How conflicts of a row are resolved: properties of a choice. */
export const conflictChoiceProperties = {
  sides: {
    type: 'object',
    additionalProperties: false,
    description:
      'The side that wins each conflict of the row. An accepted row needs a side for every conflict.',
    properties: {
      description: side('description'),
      schema: side('schema'),
      featureFlags: side('flags'),
      groupName: side('group'),
      sunsetAt: side('sunset date'),
      replacedBy: side('replacement'),
    },
  },
  schemaSides: {
    type: 'object',
    maxProperties: IMPORT_PLACES_MAX,
    additionalProperties: side('value at this place'),
    description:
      'The side that wins each place of a schema that both have changed, by pointer. Every place needs a side here, or the one in `sides.schema` as the default; changes of only one side are kept. Absent: `sides.schema` applies to the whole schema.',
  },
} as const;

const conflictPlaceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer'],
  description: 'A place of a schema that both have changed differently. An absent value does not exist.',
  properties: {
    pointer: { type: 'string', description: 'JSON pointer into the schema.' },
    baseline: { description: 'Value in the last import; any JSON value.' },
    catalog: { description: 'Value in the catalog now; any JSON value.' },
    document: { description: 'Value in the document now; any JSON value.' },
  },
} as const;

/** A conflict, as part of a plan's row. */
export const conflictSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['field', 'baseline', 'catalog', 'document', 'places'],
  description:
    'A field that both the document and someone in the catalog have changed since the last import.',
  properties: {
    field: { type: 'string', enum: CONFLICT_FIELDS, description: 'Which one.' },
    baseline: { description: 'Value in the last import; any JSON value.' },
    catalog: { description: 'Value in the catalog now; any JSON value.' },
    document: { description: 'Value in the document now; any JSON value.' },
    places: {
      type: 'array',
      maxItems: IMPORT_PLACES_MAX,
      items: conflictPlaceSchema,
      description:
        'For a schema: the places that both have changed, each with its own decision. Empty if only the whole schema can be decided.',
    },
  },
} as const;

/** A field that both sides have changed. */
export interface ImportConflict {
  readonly field: ConflictField;
  readonly baseline: unknown;
  readonly catalog: unknown;
  readonly document: unknown;
  /** For a schema: what can be decided place by place. Empty: only as a whole. */
  readonly places: readonly ImportConflictPlace[];
}

/** A place of a schema that both sides have changed. A value absent here is absent there. */
export interface ImportConflictPlace {
  readonly pointer: string;
  readonly baseline?: unknown;
  readonly catalog?: unknown;
  readonly document?: unknown;
}
