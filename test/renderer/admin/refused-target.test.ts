import { expect, test } from 'vitest';
import { refusedTarget } from '../../../src-renderer/admin/features/applications/refused-target';
import { ApiFailure } from '../../../src-renderer/api/api-failure';

const refusal = (type: string, field = 'url') =>
  new ApiFailure(422, 'invalid_request', 'no', [{ loc: ['body', field], msg: 'no', type }]);

test.each([
  ['http://10.0.0.5:8080/hook?a=b', 'value_error.target.private', '10.0.0.5'],
  ['http://0x7f.1/', 'value_error.target.loopback', '127.0.0.1'],
  ['http://user:pw@LOCALHOST/', 'value_error.target.loopback', 'localhost'],
  ['http://[FD00::1]:80/', 'value_error.target.private', 'fd00::1'],
  ['http://169.254.1.1/', 'value_error.target.link-local', '169.254.1.1'],
  ['http://100.64.0.1/', 'value_error.target.shared', '100.64.0.1'],
])('%s, refused as %s, can be allowed by consent to %s', (url, type, host) => {
  expect(refusedTarget(refusal(type), url)).toBe(host);
});

test.each([
  'value_error',
  'value_error.target.multicast',
  'value_error.target.unspecified',
  'value_error.target.',
])('a refusal of type %s offers no consent', (type) => {
  expect(refusedTarget(refusal(type), 'http://10.0.0.5/')).toBeNull();
});

test('consent is not offered for another field, without a refusal or without a URL', () => {
  const type = 'value_error.target.private';
  expect(refusedTarget(refusal(type, 'description'), 'http://10.0.0.5/')).toBeNull();
  expect(refusedTarget(null, 'http://10.0.0.5/')).toBeNull();
  expect(refusedTarget(refusal(type), 'nonsense')).toBeNull();
});
