import { expect, it } from 'vitest';
import { hiddenLabel } from '../../../src-renderer/admin/features/deliveries/messages/hidden-label';

const session = (...featureFlags: readonly string[]) => ({ featureFlags });

it('a message whose event type is hidden from its customer names the missing flag', () => {
  expect(hiddenLabel({ flags: ['beta'], sessions: [session('old')], hasMore: false })).toBe(
    'Hidden from this customer: needs the flag beta, which none of their portal sessions has. The customer cannot choose this event type for an endpoint, but endpoints without a filter still receive it.',
  );
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session()], hasMore: true })).toMatch(
    /needs one of the flags a, b, which none of their newest 2 portal sessions has\./,
  );
});

it('an event type that one portal session of the customer sees, or that has no flag, is not called hidden', () => {
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session('b')], hasMore: true })).toBeNull();
  expect(hiddenLabel({ flags: [], sessions: [], hasMore: false })).toBeNull();
});
