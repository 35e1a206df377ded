import { parseUrl } from '../../base/parse-url';
import { errorCode, failureCause, failureMessage } from './failure-message';

/** Failures of a receiver, or of the network here: which one, only other receivers can tell. */
const EITHER = new Set(['dns', 'tls', 'timeout', 'unreachable']);
/** The status with which a network says that it wants a log-in first (RFC 6585, 6). */
const LOG_IN_TO_NETWORK = 511;

/** The facts of a response that matter here. */
interface ResponseHead {
  readonly status: number;
  /** The header of that name. Null: none. */
  readonly location: string | null;
}

/**
 * What the failure of a request has in common with those of other receivers if the network here is the cause.
 * @param error what it met before its first byte was written
 * @returns null: its receiver alone is
 */
export function likenessOfError(error: unknown): string | null {
  const cause = failureCause(failureMessage(error));
  return errorCode(error) !== null && EITHER.has(cause) ? cause : null;
}

/**
 * The same of a response. Without TLS, a network that wants a log-in can answer in place of every receiver; with TLS, it
 * fails at its certificate.
 * @param origin where the request went
 */
export function likenessOfResponse(origin: string, { status, location }: ResponseHead): string | null {
  if (!origin.startsWith('http:')) return null;
  if (status === LOG_IN_TO_NETWORK) return 'log-in';
  if (status < 300 || status > 399 || location === null) return null;
  const to = parseUrl(location, origin);
  return to === null || to.hostname === new URL(origin).hostname ? null : `redirect to ${to.host}`;
}
