import type { AttemptCause } from '../../contract/attempt-cause';
import { REFUSED_ADDRESS_TEXT } from '../connection/address-guard';
import { failureCause, TIMEOUT_TEXT } from '../connection/failure-message';

/** What is on record of an attempt. */
interface RecordedAttempt {
  readonly succeeded: boolean;
  /** 0: there was no response. */
  readonly responseStatusCode: number;
  /** The body of the response, or the recorded reason why there was none. */
  readonly response: string;
}

/**
 * Why an attempt failed; null: it succeeded. Derived from the recorded reason, so that attempts made before a cause had
 * a name have one too.
 */
export function attemptCause({
  succeeded,
  responseStatusCode,
  response,
}: RecordedAttempt): AttemptCause | null {
  if (succeeded) return null;
  if (responseStatusCode !== 0) return 'http';
  if (response === TIMEOUT_TEXT) return 'timeout';
  if (response === REFUSED_ADDRESS_TEXT) return 'blocked';
  return failureCause(response);
}
