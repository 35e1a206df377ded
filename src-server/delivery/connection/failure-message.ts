import { errors } from 'undici';
import type { AttemptCause } from '../../contract/attempt-cause';

/** The recorded reason of an attempt without a complete response in time. */
export const TIMEOUT_TEXT = 'no complete response in time';
/** The recorded reason of one whose kept-alive connections turned out to be closed, twice. */
export const CLOSED_TEXT = 'the connection was closed before a response';
/** How the recorded reason of a response that is not HTTP begins. */
export const INVALID_TEXT = 'the response was not valid HTTP';
const CLOSED_EARLY = 'connection closed before the response was complete';
const OPENED_LATE = 'the connection could not be opened in time';

/** What went wrong with a connection, by error code, in words that a receiver's developer can act on. */
const LABELS: Readonly<Record<string, readonly [message: string, cause: AttemptCause]>> = {
  ECONNREFUSED: ['connection refused', 'refused'],
  ECONNRESET: [CLOSED_EARLY, 'closed'],
  EPIPE: [CLOSED_EARLY, 'closed'],
  UND_ERR_SOCKET: [CLOSED_EARLY, 'closed'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [CLOSED_EARLY, 'closed'],
  ENOTFOUND: ['the host name could not be found', 'dns'],
  EAI_AGAIN: ['the host name could not be looked up', 'dns'],
  EHOSTUNREACH: ['the host could not be reached', 'unreachable'],
  ENETUNREACH: ['the network could not be reached', 'unreachable'],
  ETIMEDOUT: [OPENED_LATE, 'timeout'],
  UND_ERR_CONNECT_TIMEOUT: [OPENED_LATE, 'timeout'],
  ERR_UNASKED_DATA: ['the receiver sent data before the request', 'invalid'],
  ERR_SWITCHED_PROTOCOLS: [
    'the receiver switched to another protocol (101), which the request did not ask for',
    'invalid',
  ],
  ERR_INTERIM_OVERFLOW: ['the receiver sent too many interim (1xx) responses', 'invalid'],
  ERR_PROXY_UNREACHABLE: ['the proxy could not reach the receiver', 'unreachable'],
  UND_ERR_HEADERS_OVERFLOW: ['the response headers were too large', 'invalid'],
  CERT_HAS_EXPIRED: ['the certificate has expired', 'tls'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['the certificate is self-signed', 'tls'],
  SELF_SIGNED_CERT_IN_CHAIN: ['the certificate chain is self-signed', 'tls'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['the certificate could not be verified', 'tls'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['the certificate is for a different host name', 'tls'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['the receiver does not support TLS', 'tls'],
};

const CAUSES: ReadonlyMap<string, AttemptCause> = new Map([
  ...Object.values(LABELS),
  [CLOSED_TEXT, 'closed'],
]);
/** Codes without a message of their own that OpenSSL and Node report about TLS. */
const TLS_CODE = /\((?:ERR_SSL_|ERR_TLS_|EPROTO|CERT_|CRL_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/;

/** Says in a few words why there was no response. */
export function failureMessage(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return INVALID_TEXT;
  const code = errorCode(error);
  if (code === null) return 'the request failed';
  return LABELS[code]?.[0] ?? `the request failed (${code})`;
}

/** The cause behind a message of `failureMessage`, or behind that of a proxy. */
export function failureCause(message: string): AttemptCause {
  const known = CAUSES.get(message);
  if (known) return known;
  if (message.startsWith(INVALID_TEXT)) return 'invalid';
  if (message.startsWith('the proxy ')) return 'proxy';
  return TLS_CODE.test(message) ? 'tls' : 'unknown';
}

/** The code of a system or library error; null when it has none. */
export function errorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}
