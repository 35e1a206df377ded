import { expect, it } from 'vitest';
import { releaseSentence } from '../../../../src-renderer/admin/parts/releases/release-effect';
import { eventType } from '../event-type';

const types = [
  eventType({ name: 'a.one', featureFlags: ['beta'] }),
  eventType({ name: 'b.two', featureFlags: ['beta', 'gold'] }),
  eventType({ name: 'c.three', featureFlags: ['gold'] }),
  eventType({ name: 'd.archived', featureFlags: ['beta'], archived: true }),
];

it('a release says what becomes visible to everyone, and what the customers with its flag alone lose', () => {
  expect(releaseSentence(types, { flag: 'beta', eventTypes: null })).toBe(
    '1 event type becomes visible to everyone. 1 event type has other flags too (gold), and will be hidden from customers who only have beta.',
  );
  expect(releaseSentence(types, { flag: 'gold', eventTypes: ['c.three'] })).toBe(
    '1 event type becomes visible to everyone.',
  );
});

it('a release that would change nothing now says so', () => {
  expect(releaseSentence(types, { flag: 'new', eventTypes: null })).toBe(
    'No event type has the flag new now.',
  );
  expect(releaseSentence(types, { flag: 'beta', eventTypes: ['c.three'] })).toBe(
    'None of them has the flag beta now.',
  );
});
