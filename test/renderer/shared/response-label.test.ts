import { expect, test } from 'vitest';
import { responseLabel } from '../../../src-renderer/shared/attempt/response-label';
import { ATTEMPT_CAUSES } from '../../../src-server/contract/attempt-cause';

test('every cause of a failed attempt has a short label', () => {
  const labels = ATTEMPT_CAUSES.map((cause) =>
    responseLabel({ responseStatusCode: cause === 'http' ? 503 : 0, cause }),
  );
  expect(labels).toEqual([
    'HTTP 503',
    'timeout',
    'refused',
    'DNS',
    'TLS',
    'unreachable',
    'closed',
    'invalid',
    'blocked',
    'proxy',
    'no response',
  ]);
  expect(responseLabel({ responseStatusCode: 200, cause: null })).toBe('HTTP 200');
});

test('an attempt without a response and without a recorded cause is labelled so', () => {
  expect(responseLabel({ responseStatusCode: 0 })).toBe('no response');
});
