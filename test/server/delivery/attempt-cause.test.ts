import { expect, test } from 'vitest';
import { REFUSED_ADDRESS_TEXT } from '../../../src-server/delivery/connection/address-guard';
import {
  CLOSED_TEXT,
  failureMessage,
  TIMEOUT_TEXT,
} from '../../../src-server/delivery/connection/failure-message';
import { attemptCause } from '../../../src-server/delivery/engine/attempt-cause';

const withoutResponse = (response: string) =>
  attemptCause({ succeeded: false, responseStatusCode: 0, response });
const afterError = (code: string) => withoutResponse(failureMessage(Object.assign(new Error('x'), { code })));

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls'],
  ['CERT_NOT_YET_VALID', 'tls'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ECONNRESET', 'closed'],
  ['ERR_SOMETHING_NEW', 'unknown'],
])('an attempt that ends with %s failed because of “%s”', (code, cause) => {
  expect(afterError(code)).toBe(cause);
});

test.each([
  [TIMEOUT_TEXT, 'timeout'],
  [CLOSED_TEXT, 'closed'],
  ['the response was not valid HTTP', 'invalid'],
  ['the response was not valid HTTP: "SSH-2.0-OpenSSH_9.6\\r\\n"', 'invalid'],
  [REFUSED_ADDRESS_TEXT, 'blocked'],
  ['the proxy http://proxy.example:3128 refused the connection (403)', 'proxy'],
  ['EXPUNGED', 'unknown'],
])('the recorded reason “%s” is the cause “%s”', (reason, cause) => {
  expect(withoutResponse(reason)).toBe(cause);
});

test('a response other than 2xx is a cause of its own, whatever its body says', () => {
  expect(attemptCause({ succeeded: false, responseStatusCode: 503, response: TIMEOUT_TEXT })).toBe('http');
  expect(attemptCause({ succeeded: true, responseStatusCode: 200, response: '' })).toBeNull();
});
