import type { FromSchema } from 'json-schema-to-ts';
import { conflictChoiceProperties, conflictSchema, type ImportConflict } from './import-conflict';
import { LIMITS } from './limits';
import { oneDocument, openapiImportInSchema } from './openapi-import';
import { count } from './property-schemas';
import { strictObject } from './strict-object';

/*
 * An import in three steps: view the plan, apply the wanted rows, and undo that with its receipt.
 *
 * Three values decide each field of an event type: what the document says, what the catalog has, and the baseline,
 * which is what the last import of it said.
 * - The document agrees with the catalog: nothing to do.
 * - The document is unchanged: whoever changed the catalog meant it, and the change stays (`kept`).
 * - The catalog has what the last import wrote: the document's new value is written.
 * - Both have changed, to different values: a conflict. Only a person decides it.
 * Two changed schemas are merged place by place, by JSON pointer: only a place that both have changed is a conflict,
 * and what only one of them changed is taken from that one.
 * An event type that the last import wrote from another document is a conflict wherever this document differs from the
 * catalog.
 * An event type that no import has written has no baseline: what the document says is written. A document may omit
 * flags, group, schema and what it says about deprecation; they then stay as they are.
 */

/** What would become of a row, in order of urgency. */
export const IMPORT_STATES = ['problem', 'conflict', 'changed', 'new', 'removed', 'unchanged'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The fields of an event type that an import writes. */
export const IMPORT_FIELDS = [
  'description',
  'schema',
  'featureFlags',
  'groupName',
  'deprecated',
  'sunsetAt',
  'replacedBy',
  'archived',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const choiceSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['row'],
  description: 'The choice for one row.',
  properties: {
    row: {
      type: 'string',
      minLength: 1,
      maxLength: 8192,
      description: '`id` of the row, or the name of its event type.',
    },
    name: {
      type: ['string', 'null'],
      maxLength: LIMITS.name.max,
      description: 'Another name for the event type. Null or absent: the name that the document gives it.',
    },
    accept: {
      type: 'boolean',
      description:
        'True: write it. False: skip it; of two rows with the same name, the other one then gets it. Absent: new and changed rows are written, removed rows and conflicts are not. A `problem` is never written.',
    },
    ...conflictChoiceProperties,
  },
} as const;

const planProperties = {
  spec: openapiImportInSchema.properties.spec,
  specRaw: openapiImportInSchema.properties.specRaw,
  keepDescription: {
    type: 'boolean',
    default: false,
    description: 'True: existing event types keep their description.',
  },
  keepFlags: {
    type: 'boolean',
    default: false,
    description: 'True: existing event types keep their feature flags.',
  },
  replaceAll: {
    type: 'boolean',
    default: false,
    description:
      'True: every event type that the document does not name is a row `removed`. False: only those that an earlier import of this document (by its title, and the name of its file if both are known) wrote.',
  },
  choices: {
    type: 'array',
    maxItems: LIMITS.importChoices.max,
    items: choiceSchema,
    description: 'Names and decisions, row by row. Other rows follow the document.',
  },
  sourceName: {
    type: ['string', 'null'],
    maxLength: 1024,
    description:
      'Name of the document, such as its file name. It is stored in the receipt, and tells documents with the same title apart (`Pasted document` does not). Use the same name for a plan and its import. Null or absent: none.',
  },
  sameAs: {
    type: ['string', 'null'],
    maxLength: 1024,
    description:
      'The `sourceName` of an earlier import of which this document is a newer version, under another name. Null or absent: none.',
  },
  progressId: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'Any text of your own, to find this request again in the list of running imports.',
  },
} as const;

/** Body of POST /event-type/import/plan: exactly one of `spec` and `specRaw`. */
export const importPlanInSchema = {
  type: 'object',
  additionalProperties: false,
  checkedInCode: oneDocument,
  properties: planProperties,
} as const;

/** Body of POST /event-type/import/apply: that of the plan, and what ties it to the plan that was viewed. */
export const importApplyInSchema = {
  type: 'object',
  additionalProperties: false,
  checkedInCode: oneDocument,
  properties: {
    ...planProperties,
    digest: {
      type: 'string',
      maxLength: 100,
      description:
        '`digest` of the reviewed plan. If the plan has changed since, nothing is written and the response is 409. Absent: the current plan is applied.',
    },
  },
} as const;

const flags = {
  type: ['array', 'null'],
  items: { type: 'string', description: 'A feature flag.' },
  description: 'Feature flags. Null: everyone sees it.',
} as const;

/** An event type, as far as imports are concerned. */
export const importedEventTypeSchema = {
  type: 'object',
  additionalProperties: false,
  required: IMPORT_FIELDS,
  properties: {
    description: { type: 'string', description: 'Human-readable text.' },
    schema: {
      type: ['object', 'boolean', 'null'],
      additionalProperties: true,
      description: 'Draft 7 schema of version "1", with examples. Null: none.',
    },
    featureFlags: flags,
    groupName: { type: ['string', 'null'], description: 'Own group name. Null: the group from the name.' },
    deprecated: { type: 'boolean', description: 'True: marked as deprecated.' },
    sunsetAt: {
      type: ['string', 'null'],
      description: 'Until when its messages are promised (RFC 3339). Null: no date.',
    },
    replacedBy: {
      type: ['string', 'null'],
      description: 'Name of the event type to use instead. Null: none.',
    },
    archived: { type: 'boolean', description: 'True: hidden from lists.' },
  },
} as const;

const orNull = <const S extends object>(schema: S, description: string) =>
  ({ anyOf: [schema, { type: 'null' }], description }) as const;

/** A document of an import. */
export const sourceSchema = strictObject({
  title: { type: 'string', description: '`info.title`; empty when it has none.' },
  fileName: { type: ['string', 'null'], description: 'Its `sourceName`. Null: not known.' },
});

/** One row of a plan: an operation of the document, or an event type no longer in it. */
export const importRowSchema = strictObject({
  id: {
    type: 'string',
    description: 'Names the row in choices: its pointer, or for `removed` the name of the event type.',
  },
  state: {
    type: 'string',
    enum: IMPORT_STATES,
    description:
      '`new`, `changed`: would be written. `unchanged`: nothing to do. `removed`: no longer in the document; archived only when accepted. `conflict`: has conflicts; is written only when accepted with a side for each. `problem`: cannot be written, `problem` says why.',
  },
  pointer: {
    type: ['string', 'null'],
    description:
      'JSON pointer of the operation (or of an entry without one) in the document, e.g. `/webhooks/pet.new/post`. Null for `removed`.',
  },
  key: { type: ['string', 'null'], description: 'Key of the webhook. Null for `removed`.' },
  method: {
    type: ['string', 'null'],
    description: '`post`, `put` ... as written. Null when the entry has no operation, and for `removed`.',
  },
  operationId: { type: ['string', 'null'], description: 'As in the document. Null: none.' },
  name: { type: 'string', description: 'Name of the event type; may be invalid for a `problem`.' },
  nameFrom: {
    type: 'string',
    enum: ['x-event-type', 'key', 'choice', 'catalog'],
    description:
      'Where the name comes from: the document, a choice of the caller, or (`removed`) the catalog.',
  },
  suggestions: {
    type: 'array',
    items: { type: 'string', description: 'A valid name.' },
    description: 'Possible names, best first: from hints in the document, or a corrected name.',
  },
  problem: {
    type: ['string', 'null'],
    description: 'Why it cannot be imported, as a sentence. Null: it can be imported.',
  },
  before: orNull(
    importedEventTypeSchema,
    'The event type of this name as it is. Null: there is none, or the row is `unchanged` or a `problem`.',
  ),
  after: orNull(
    importedEventTypeSchema,
    'The event type after the import; conflicts use the side of the document. Null when the row is `unchanged` or a `problem`.',
  ),
  conflicts: { type: 'array', items: conflictSchema, description: 'Empty unless the row is a `conflict`.' },
  kept: {
    type: 'array',
    items: { type: 'string', enum: IMPORT_FIELDS, description: 'A field.' },
    description: 'Fields that were edited by hand and are kept, because the document has not changed them.',
  },
  overwrites: {
    type: 'array',
    items: { type: 'string', enum: IMPORT_FIELDS, description: 'A field.' },
    description:
      'Fields of a `changed` row whose value did not come from an import and is replaced. Ask someone before you write such a row.',
  },
  otherSource: orNull(
    sourceSchema,
    'The document of the last import of this event type, if that was another one: both define the event type, and the row is a `conflict`. Null: none.',
  ),
  warnings: {
    type: 'array',
    items: { type: 'string', description: 'A sentence.' },
    description:
      'Parts of the document that were left out, because an event type cannot hold them or for another reason.',
  },
});

/** Answer of POST /event-type/import/plan. Nothing was written. */
export const importPlanOutSchema = strictObject({
  digest: { type: 'string', description: 'Digest of the whole plan; pass it to the import.' },
  document: {
    type: 'object',
    additionalProperties: false,
    required: ['title', 'version', 'openapi', 'hash', 'bytes'],
    description: 'What was read.',
    properties: {
      title: { type: 'string', description: '`info.title`; empty when it has none.' },
      version: { type: 'string', description: '`info.version`; empty when it has none.' },
      openapi: { type: 'string', enum: ['3.0', '3.1', '3.2'], description: 'Version of OpenAPI.' },
      hash: { type: 'string', description: 'SHA-256 of its text, in hexadecimal digits.' },
      bytes: count('Size of its text.'),
    },
  },
  counts: {
    type: 'object',
    additionalProperties: false,
    required: IMPORT_STATES,
    description: 'How many rows have which state.',
    properties: {
      problem: count('Rows that cannot be imported as they are.'),
      conflict: count('Rows with conflicts.'),
      new: count('Event types that would be created.'),
      changed: count('Event types that would change.'),
      removed: count('Event types that the document does not have.'),
      unchanged: count('Event types that match the document, or that someone has edited since.'),
    },
  },
  rows: {
    type: 'array',
    items: importRowSchema,
    description: 'The operations in the order of the document, then the removed ones by name.',
  },
  warnings: {
    type: 'array',
    items: { type: 'string', description: 'A sentence.' },
    description: 'About the whole document; last, its OpenAPI violations, one sentence for each kind.',
  },
});

export type ImportPlanIn = FromSchema<typeof importPlanInSchema>;
export type ImportApplyIn = FromSchema<typeof importApplyInSchema>;
export type ImportChoice = FromSchema<typeof choiceSchema>;

/** An event type, as far as imports are concerned. The schema above says the same. */
export interface ImportedEventType {
  readonly description: string;
  /** Draft 7 schema of version "1". Null: none. */
  readonly schema: unknown;
  /** Null: everyone sees it. Never empty. */
  readonly featureFlags: readonly string[] | null;
  /** Null: it follows the name. */
  readonly groupName: string | null;
  readonly deprecated: boolean;
  /** RFC 3339, UTC. Null: no date. */
  readonly sunsetAt: string | null;
  /** The name of the event type to use instead. Null: none. */
  readonly replacedBy: string | null;
  readonly archived: boolean;
}

/** A document of an earlier import. */
export interface OtherSource {
  readonly title: string;
  /** Null: not known. */
  readonly fileName: string | null;
}

/** One row of a plan. The schema above says the same. */
export interface ImportRow {
  readonly id: string;
  readonly state: ImportState;
  readonly pointer: string | null;
  readonly key: string | null;
  readonly method: string | null;
  readonly operationId: string | null;
  readonly name: string;
  readonly nameFrom: 'x-event-type' | 'key' | 'choice' | 'catalog';
  readonly suggestions: readonly string[];
  readonly problem: string | null;
  readonly before: ImportedEventType | null;
  readonly after: ImportedEventType | null;
  readonly conflicts: readonly ImportConflict[];
  readonly kept: readonly ImportField[];
  readonly overwrites: readonly ImportField[];
  readonly otherSource: OtherSource | null;
  readonly warnings: readonly string[];
}

/** A plan. The schema above says the same. */
export interface ImportPlanOut {
  readonly digest: string;
  readonly document: {
    readonly title: string;
    readonly version: string;
    readonly openapi: '3.0' | '3.1' | '3.2';
    readonly hash: string;
    readonly bytes: number;
  };
  readonly counts: Readonly<Record<ImportState, number>>;
  readonly rows: readonly ImportRow[];
  readonly warnings: readonly string[];
}
