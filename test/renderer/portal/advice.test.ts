import { expect, test } from 'vitest';
import { adviceOf } from '../../../src-renderer/portal/endpoints/advice-of';
import { setupStepsFor } from '../../../src-renderer/portal/endpoints/setup/setup-steps';
import { ATTEMPT_CAUSES } from '../../../src-server/contract/attempt-cause';
import { ADVICE_TEXTS } from '../../../src-server/contract/portal-texts/english/advice';

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
  expect(adviceOf({ responseStatusCode, cause: 'http' })).toBe(advice);
});

test('every cause of an attempt without a response has its own advice', () => {
  const causes = ATTEMPT_CAUSES.filter((cause) => cause !== 'http');
  const advice = causes.map((cause) => ADVICE_TEXTS[adviceOf({ responseStatusCode: 0, cause })]);
  expect(new Set(advice).size).toBe(causes.length);
  expect(adviceOf({ responseStatusCode: 0, cause: null })).toBe('unknown');
});

test('the setup shows only the steps that the session may take', () => {
  expect(setupStepsFor(() => true)).toEqual(['secret', 'verify', 'test']);
  expect(setupStepsFor((capability) => capability === 'CreateAttempts')).toEqual(['test']);
  expect(setupStepsFor(() => false)).toEqual([]);
});
