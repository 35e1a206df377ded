import { expect, test } from 'vitest';
import { adviceOf } from '../../../src-renderer/portal/endpoints/advice-of';
import { setupStepsFor } from '../../../src-renderer/portal/endpoints/setup/setup-steps';
import { ATTEMPT_CAUSES } from '../../../src-server/contract/attempt-cause';
import { ADVICE_TEXTS } from '../../../src-server/contract/portal-texts/english/advice';

const origin = 'https://hooks.test';
const url = 'https://acme.test/hooks';

test.each([
  [204, 'accepted'],
  [301, 'moved'],
  [401, 'unauthorized'],
  [404, 'not-found'],
  [410, 'gone'],
  [418, 'refused'],
  [429, 'overloaded'],
  [500, 'failed'],
] as const)('the response %i is explained as %s', (responseStatusCode, advice) => {
  expect(adviceOf({ responseStatusCode, cause: 'http', url }, origin)).toBe(advice);
});

test('what accepts an event at a test URL is not the software of the customer', () => {
  const accepted = { responseStatusCode: 200, cause: 'http', url: `${origin}/receiver/1f` } as const;
  expect(adviceOf(accepted, origin)).toBe('test-url');
  expect(adviceOf({ ...accepted, url: 'https://acme.test/receiver/1f' }, origin)).toBe('accepted');
  expect(adviceOf({ ...accepted, responseStatusCode: 500 }, origin)).toBe('failed');
});

test('every cause of an attempt without a response has its own advice', () => {
  const causes = ATTEMPT_CAUSES.filter((cause) => cause !== 'http');
  const advice = causes.map((cause) => ADVICE_TEXTS[adviceOf({ responseStatusCode: 0, cause, url }, origin)]);
  expect(new Set(advice).size).toBe(causes.length);
  expect(adviceOf({ responseStatusCode: 0, cause: null, url }, origin)).toBe('unknown');
});

test('the setup shows only the steps that the session may take', () => {
  expect(setupStepsFor(() => true)).toEqual(['secret', 'verify', 'test']);
  expect(setupStepsFor((capability) => capability === 'CreateAttempts')).toEqual(['test']);
  expect(setupStepsFor(() => false)).toEqual([]);
});
