import { ApiError, apiError } from '../base/errors';

const CUT = 'The connection to PostgreSQL was cut during the commit';

/**
 * PostgreSQL was told to write, and has not said that it did: everything of it is written, or will be, or nothing, and
 * nobody can tell which. Whoever repeats it must be ready for both.
 * @param happened why it is unknown, as the beginning of a sentence
 */
export function outcomeUnknown(cause: unknown, happened = CUT): Error {
  return Object.assign(
    apiError(
      'outcome_unknown',
      `${happened}: it is not known whether this was written. Look, or repeat the request with its idempotency key or event id.`,
      1,
    ),
    { cause },
  );
}

/** Whether a failure leaves open what was written. */
export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof ApiError && 'code' in cause.body && cause.body.code === 'outcome_unknown';
}
