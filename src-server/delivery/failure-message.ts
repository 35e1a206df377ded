/** What went wrong with a connection, by error code, in words that a receiver's developer can act on. */
const LABELS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the response was complete',
  EPIPE: 'connection closed before the response was complete',
  UND_ERR_SOCKET: 'connection closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection closed before the response was complete',
  ENOTFOUND: 'the host name could not be found',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host could not be reached',
  ENETUNREACH: 'the network could not be reached',
  ETIMEDOUT: 'the connection could not be opened in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be opened in time',
  ERR_UNASKED_DATA: 'the receiver sent data before the request',
  ERR_SWITCHED_PROTOCOLS:
    'the receiver switched to another protocol (101), which the request did not ask for',
  ERR_INTERIM_OVERFLOW: 'the receiver sent too many interim (1xx) responses',
  ERR_PROXY_UNREACHABLE: 'the proxy could not reach the receiver',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers were too large',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate could not be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for a different host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the receiver does not support TLS',
};

/** Says in a few words why there was no response. */
export function failureMessage(error: unknown): string {
  const code = errorCode(error);
  if (code === null) return 'the request failed';
  if (code.startsWith('HPE_')) return 'the response was not valid HTTP';
  return LABELS[code] ?? `the request failed (${code})`;
}

/** The code of a system or library error; null when it has none. */
export function errorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}
