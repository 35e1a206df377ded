/**
 * Why an attempt failed, in a word. http: a response other than 2xx. timeout: no complete response in time. refused: nobody
 * listens at the port. dns: the host name has no address. tls: the certificate or the protocol. unreachable: no way to
 * the host. closed: the connection ended before the response was complete. invalid: not HTTP. blocked: its address is not
 * allowed. proxy: the proxy on the way out failed. unknown: the reason is not on record.
 */
export const ATTEMPT_CAUSES = [
  'http',
  'timeout',
  'refused',
  'dns',
  'tls',
  'unreachable',
  'closed',
  'invalid',
  'blocked',
  'proxy',
  'unknown',
] as const;
export type AttemptCause = (typeof ATTEMPT_CAUSES)[number];
