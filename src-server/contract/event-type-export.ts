import type { FromSchema } from 'json-schema-to-ts';

/** The forms in which event types can be taken away. */
export const TYPES_FORMATS = ['openapi', 'json-schema', 'typescript'] as const;
export type TypesFormat = (typeof TYPES_FORMATS)[number];
/** The same, and what a search needs of them. */
export const EXPORT_FORMATS = [...TYPES_FORMATS, 'fields'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Which event types have a field of which name. */
export interface EventTypeFields {
  /** Names of event types, in order. */
  readonly types: readonly string[];
  readonly fields: readonly {
    /** Fields that the same event types have. */
    readonly names: readonly string[];
    /** These event types: positions in `types`, in pairs of the first and the last of a row. */
    readonly at: readonly number[];
  }[];
}

/** The declaration in TypeScript that maps names of event types to their payloads. */
export const TYPES_MAP = 'WebhookEvents';
/** The media type of declarations in TypeScript. */
export const TYPESCRIPT_MEDIA = 'text/plain; charset=utf-8';

/** Event types in one of the forms that are JSON. */
export const eventTypesExportSchema = {
  type: 'object',
  additionalProperties: true,
  description:
    'An OpenAPI document; or `{schemas, definitions}`, with a schema for each event type by name, whose references lead from the root of the document; or `{types, fields}`, where each of `fields` has the `names` of fields and, in `at`, which event types have them: positions in `types`, in pairs of the first and the last of a row.',
} as const;
export type EventTypesExport = Readonly<FromSchema<typeof eventTypesExportSchema>>;
