/** Request headers whose values can be written and replaced, but not read back. Names in lower case. */
const SENSITIVE_REQUEST_HEADERS = new Set([
  'authorization',
  'cookie',
  'x-api-key',
  'x-auth-token',
  'www-authenticate',
  'proxy-authenticate',
  'proxy-authorization',
]);

/** Names of headers that a receiver might send to a logged-in client, as far as a name can tell. */
const SECRET_RESPONSE_HEADER = /cookie|auth|token|secret|session|password|api-?key|csrf|xsrf/i;

/** Whether nobody may read the value of such a request header. */
export function isSensitiveHeader(name: string): boolean {
  return SENSITIVE_REQUEST_HEADERS.has(name.toLowerCase());
}

/** Whether the value of such a response header is not even stored. */
export function isSecretResponseHeader(name: string): boolean {
  return SECRET_RESPONSE_HEADER.test(name);
}
