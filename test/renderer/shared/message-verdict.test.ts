import { expect, test } from 'vitest';
import { messageVerdict, type VerdictFacts } from '../../../src-renderer/shared/attempt/message-verdict';

type Delivery = VerdictFacts['deliveries'][number];

const at = (
  name: string,
  state: Delivery['state'],
  sentence = '',
  more: Partial<Delivery> = {},
): Delivery => ({
  url: `https://${name}.acme.test/hooks`,
  state,
  sentence,
  ...more,
});
const verdict = (...deliveries: Delivery[]) => messageVerdict({ deliveries, isExpunged: false });
const RETRY = 'waiting: attempt 4 of 8 in 12 min; last response: HTTP 503';
const GIVEN_UP = 'given up on 3 Nov 2026 at 14:02:00 UTC after 8 attempts; last response: HTTP 503';
const absent = (name: string, absence: NonNullable<Delivery['absence']>) =>
  at(name, 'not-sent', 'not sent: the filter includes only user.created', { absence });

test('the verdict of a message delivered to all endpoints', () => {
  expect(verdict(at('a', 'delivered'))).toBe('Delivered to a.acme.test.');
  expect(verdict(at('a', 'delivered'), at('b', 'delivered'), absent('c', 'filter'))).toBe(
    'Delivered to all 2 endpoints.',
  );
});

test('the verdict of a message waiting for a retry names endpoint, retry and last response', () => {
  expect(verdict(at('a', 'delivered'), at('billing', 'waiting', RETRY), at('c', 'delivered'))).toBe(
    'Delivered to 2 of 3 endpoints. billing.acme.test: attempt 4 of 8 in 12 min; last response: HTTP 503.',
  );
  expect(verdict(at('billing', 'waiting', RETRY))).toBe(
    'Not delivered yet. billing.acme.test: attempt 4 of 8 in 12 min; last response: HTTP 503.',
  );
});

test('the verdict tells endpoints of one host apart by their paths', () => {
  const orders = { url: 'https://acme.test/orders?key=1' };
  expect(
    verdict(at('', 'delivered', '', { url: 'https://acme.test/billing' }), at('', 'waiting', RETRY, orders)),
  ).toMatch(/^Delivered to 1 of 2 endpoints\. acme\.test\/orders: attempt 4 of 8/);
  expect(
    verdict(at('', 'delivered', '', orders), { ...absent('', 'filter'), url: 'https://acme.test/' }),
  ).toBe('Delivered to acme.test/orders.');
});

test('the verdict names given-up deliveries before held ones, and those before waiting ones', () => {
  const held = 'on hold: the endpoint is disabled, next in the queue';
  expect(
    verdict(
      at('a', 'waiting', RETRY),
      at('b', 'held', held),
      at('c', 'failed', GIVEN_UP),
      at('d', 'failed', GIVEN_UP),
      at('e', 'waiting', RETRY),
    ),
  ).toBe(
    `Not delivered to any of 5 endpoints. c.acme.test: ${GIVEN_UP}. 1 more given up, 1 on hold, 2 waiting.`,
  );
  expect(verdict(at('c', 'failed', GIVEN_UP))).toBe(`Not delivered. c.acme.test: ${GIVEN_UP}.`);
  expect(verdict(at('b', 'held', held))).toBe(
    'Not delivered yet. b.acme.test: the endpoint is disabled, next in the queue.',
  );
});

test('the verdict of a message without deliveries says whether endpoints exist, and why none matched', () => {
  expect(verdict()).toBe('No endpoint: this application has none.');
  expect(verdict(absent('a', 'filter'))).toBe(
    'No endpoint matches. a.acme.test: the filter includes only user.created.',
  );
  expect(verdict(absent('a', 'filter'), absent('b', 'created-later'), absent('c', 'filter'))).toBe(
    'No endpoint matches: 2 filter it out, 1 was created later.',
  );
  expect(verdict(absent('a', 'channels'), absent('b', 'unknown'))).toBe(
    'No endpoint matches: 1 is on other channels, 1 has changed since.',
  );
});

test('the verdict of a message without content says nothing about former endpoints', () => {
  expect(messageVerdict({ deliveries: [absent('a', 'unknown')], isExpunged: true })).toBe(
    'Its content was removed, and no delivery is on record any more.',
  );
  expect(verdict(absent('a', 'filter'), at('b', 'removed', 'removed: it is too old'))).toBe(
    'Its content was removed, and no delivery is on record any more.',
  );
  expect(messageVerdict({ deliveries: [at('a', 'delivered')], isExpunged: true })).toBe(
    'Delivered to a.acme.test.',
  );
});
