import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';

/** Largest request body of an import, in bytes; more is 413. */
export const IMPORT_BODY_MAX_BYTES = LIMITS.importBody.max;

/** Body of POST /event-type/import/openapi: exactly one of `spec` and `specRaw`. */
export const openapiImportInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    spec: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The document as JSON. Null counts as not given.',
    },
    specRaw: {
      type: ['string', 'null'],
      description: 'The document as text, JSON or YAML. Null counts as not given.',
    },
    dryRun: { type: 'boolean', description: 'True only says what would change.' },
    replaceAll: {
      type: 'boolean',
      description: 'True also archives every event type that is not in the document.',
    },
  },
} as const;

/** An event type as an import would write it. */
export interface EventTypeFromOpenapi {
  readonly name: string;
  readonly description: string;
  /** Draft 7 schema under "1"; absent when the webhook has no usable JSON body. */
  readonly schemas?: Record<string, unknown>;
  readonly deprecated: boolean;
  readonly groupName?: string;
  readonly featureFlags?: readonly string[];
}

/** One remark on one entry of the document. */
export interface ImportProblem {
  /** JSON pointer of the entry in the document, e.g. `/webhooks/pet.new/post`. */
  readonly pointer: string;
  /** The name it would have had; null when it has none. */
  readonly name: string | null;
  /** `skipped`: not imported; `warning`: imported, but something was lost. */
  readonly severity: 'skipped' | 'warning';
  /** What and why, in plain words. */
  readonly message: string;
}

export interface OpenapiImportOut {
  readonly data: {
    /** Names that really changed (created, updated, archived); empty on a dry run and on a repeat. */
    readonly modified: readonly string[];
    /** With `dryRun`: what would be written. Null otherwise. */
    readonly to_modify: readonly EventTypeFromOpenapi[] | null;
    /** What was left out or lost, entry by entry. */
    readonly problems: readonly ImportProblem[];
  };
}

export type OpenapiImportIn = FromSchema<typeof openapiImportInSchema>;
