import { apiError } from '../../base/errors';

/**
 * The connection was cut while PostgreSQL was committing: it has written everything of the transaction, or nothing, and
 * nobody can tell which. Whoever repeats it must be ready for both.
 */
export function outcomeUnknown(cause: unknown): Error {
  return Object.assign(
    apiError(
      'outcome_unknown',
      'The connection to PostgreSQL was cut during the commit: it is not known whether this was written. Look, or repeat the request with its idempotency key or event id.',
      1,
    ),
    { cause },
  );
}
