import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { strictObject } from './strict-object';

/** Largest request body of an import, in bytes; more is 413. */
export const IMPORT_BODY_MAX_BYTES = LIMITS.importBody.max;

/** Exactly one of `spec` and `specRaw`; null counts as not given. */
export const oneDocument = {
  oneOf: [
    { required: ['spec'], properties: { spec: { type: 'object' } } },
    { required: ['specRaw'], properties: { specRaw: { type: 'string' } } },
  ],
} as const;

/** Body of POST /event-type/import/openapi: exactly one of `spec` and `specRaw`. */
export const openapiImportInSchema = {
  type: 'object',
  additionalProperties: false,
  checkedInCode: oneDocument,
  properties: {
    spec: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The document as JSON, or else `specRaw`. Null counts as not given.',
    },
    specRaw: {
      type: ['string', 'null'],
      description: 'The document as text, JSON or YAML, or else `spec`. Null counts as not given.',
    },
    dryRun: { type: 'boolean', description: 'True: only reports what would change.' },
    replaceAll: {
      type: 'boolean',
      description: 'True also archives every event type that is not in the document.',
    },
  },
} as const;

const eventTypeFromOpenapiSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description'],
  properties: {
    name: { type: 'string', description: 'Identifies the event type.' },
    description: { type: 'string', description: 'Human-readable text.' },
    schemas: {
      type: 'object',
      additionalProperties: true,
      description: 'Draft 7 schema under "1"; absent when the webhook has no usable JSON body.',
    },
    deprecated: { type: 'boolean', description: 'Absent: the document does not say.' },
    sunsetAt: {
      type: ['string', 'null'],
      description:
        'Until when its messages are promised (RFC 3339). Null: no date. Absent: the document does not say.',
    },
    replacedBy: {
      type: ['string', 'null'],
      description: 'Name of the event type to use instead. Null: none. Absent: the document does not say.',
    },
    groupName: { type: 'string', description: 'Group to show it under. Absent: the group from the name.' },
    featureFlags: {
      type: 'array',
      items: { type: 'string', description: 'A feature flag.' },
      description: 'Only tokens with one of these flags see it. Absent: everyone does.',
    },
  },
} as const;

const importProblemSchema = strictObject({
  pointer: {
    type: 'string',
    description:
      'JSON pointer of the entry in the document, e.g. `/webhooks/pet.new/post`, or of another place in it.',
  },
  name: { type: ['string', 'null'], description: 'The name that it would have had. Null: none.' },
  severity: {
    type: 'string',
    enum: ['skipped', 'warning'],
    description:
      '`skipped`: not imported. `warning`: imported, but something was lost, or the document violates OpenAPI.',
  },
  message: { type: 'string', description: 'What and why, in plain words.' },
});

export const openapiImportOutSchema = strictObject({
  data: {
    type: 'object',
    additionalProperties: false,
    required: ['modified', 'to_modify', 'problems'],
    description: 'What came of it.',
    properties: {
      modified: {
        type: 'array',
        items: { type: 'string', description: 'The name of an event type.' },
        description:
          'Names that really changed (created, updated, archived); empty on a dry run and on a repeat.',
      },
      to_modify: {
        type: ['array', 'null'],
        items: eventTypeFromOpenapiSchema,
        description: 'With `dryRun`: what would be written. Null otherwise.',
      },
      problems: {
        type: 'array',
        items: importProblemSchema,
        description: 'What was skipped or lost, entry by entry; last, OpenAPI violations, kind by kind.',
      },
    },
  },
});

/** An event type as an import would write it. */
export interface EventTypeFromOpenapi {
  readonly name: string;
  readonly description: string;
  /** Draft 7 schema under "1"; absent when the webhook has no usable JSON body. */
  readonly schemas?: Record<string, unknown>;
  /** Absent: the document does not say. */
  readonly deprecated?: boolean;
  /** RFC 3339. Null: no date. Absent: the document does not say. */
  readonly sunsetAt?: string | null;
  /** The name of the event type to use instead. Null: none. Absent: the document does not say. */
  readonly replacedBy?: string | null;
  readonly groupName?: string;
  readonly featureFlags?: readonly string[];
}
/** One remark on one entry of the document. */
export type ImportProblem = Readonly<FromSchema<typeof importProblemSchema>>;
/** What an import did, or would do. The schema above says the same. */
export interface OpenapiImportOut {
  readonly data: {
    readonly modified: readonly string[];
    readonly to_modify: readonly EventTypeFromOpenapi[] | null;
    readonly problems: readonly ImportProblem[];
  };
}
export type OpenapiImportIn = FromSchema<typeof openapiImportInSchema>;
