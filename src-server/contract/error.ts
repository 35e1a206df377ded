/** The errors of the API: one body shape for all but 422, and the catalogue of codes. */

import { strictObject } from './strict-object';
/** Every code an error body can carry, with its HTTP status. */
export const ERROR_STATUS = {
  generic_error: 400,
  invalid_range: 400,
  invalid_scheme: 400,
  limit_reached: 400,
  missing_payload: 400,
  authentication_failed: 401,
  'insufficient access': 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  confirmation_needed: 409,
  other_installation: 409,
  event_type_exists: 409,
  idempotency_conflict: 409,
  endpoint_disabled: 409,
  disabled: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  openapi_invalid: 422,
  too_complex: 422,
  too_many_requests: 429,
  server_error: 500,
  not_implemented: 501,
  remote_token_refused: 502,
  remote_unreachable: 502,
  outcome_unknown: 503,
  unavailable: 503,
  remote_timeout: 504,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error but a failed validation. */
export const errorOutSchema = strictObject({
  code: {
    type: 'string',
    enum: Object.keys(ERROR_STATUS) as readonly ErrorCode[],
    description: 'What kind of error, for programs.',
  },
  detail: { type: 'string', description: 'What happened and what to do, for people.' },
});

/** The body of a 422 for a request that violates its description. It has no `code`. */
export const validationErrorOutSchema = strictObject({
  detail: {
    type: 'array',
    description: 'All problems, at most 50.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['loc', 'msg', 'type'],
      description: 'One problem.',
      properties: {
        loc: {
          type: 'array',
          items: { type: 'string', description: 'A name.' },
          description:
            'Where: `body`, `query` or `path`, then the path to the field; list positions as "[0]".',
        },
        msg: { type: 'string', description: 'What is wrong, in words.' },
        type: { type: 'string', description: 'What kind, for programs: `value_error`, ...' },
      },
    },
  },
});

/** The body of every error but a failed validation. */
export interface ErrorBody {
  /** What kind of error, for programs. */
  readonly code: ErrorCode;
  /** What happened and what to do, for people. */
  readonly detail: string;
}

/** One thing wrong with a request. */
export interface ValidationItem {
  /** Where: `body`, `query` or `path`, then the names leading to the field; list positions as "[0]". */
  readonly loc: readonly string[];
  /** What is wrong, in words. */
  readonly msg: string;
  /** What kind, for programs: "value_error", "value_error.jsondecode" ... */
  readonly type: string;
}

/** The body of a 422 for a request that violates its description. It has no `code`. */
export interface ValidationErrorBody {
  readonly detail: readonly ValidationItem[];
}
