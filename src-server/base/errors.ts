import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type ValidationErrorBody,
  type ValidationItem,
} from '../contract/error';

/** An expected refusal: becomes a response with this status and body. Anything else thrown is our fault. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | ValidationErrorBody;
  /** Seconds to wait before trying again; null: not known. */
  readonly retryAfterS: number | null;

  constructor(status: number, body: ErrorBody | ValidationErrorBody, retryAfterS: number | null = null) {
    super(typeof body.detail === 'string' ? body.detail : body.detail.map((item) => item.msg).join('; '));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfterS = retryAfterS;
  }
}

/**
 * A refusal with one of the catalogued codes. `detail` says what happened and what to do.
 * @param retryAfterS seconds to wait before trying again; null: not known
 */
export function apiError(code: ErrorCode, detail: string, retryAfterS: number | null = null): ApiError {
  return new ApiError(ERROR_STATUS[code], { code, detail }, retryAfterS);
}

/** 404 for a thing that does not exist, or that the caller may not know of. */
export function notFound(what = 'Entity'): ApiError {
  return apiError('not_found', `${what} not found`);
}

/** 422 for invalid fields. */
export function invalid(...items: readonly ValidationItem[]): ApiError {
  return new ApiError(422, { detail: items });
}

/** 422 for one field of the body: `invalidField('url', 'must be http or https')`. */
export function invalidField(field: string, msg: string, type = 'value_error'): ApiError {
  return invalid({ loc: ['body', field], msg, type });
}

/** For the branch of a switch that cannot be reached. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
