import { expect, it } from 'vitest';
import { hiddenLabel } from '../../../src-renderer/admin/features/deliveries/messages/hidden-label';

const session = (...featureFlags: readonly string[]) => ({ featureFlags });

it('a message of an event type that its customer cannot see names the flag that is missing', () => {
  expect(hiddenLabel({ flags: ['beta'], sessions: [session('old')], hasMore: false })).toBe(
    'Hidden from this customer: needs the flag beta, which none of the portal sessions has. The customer cannot choose this event type for an endpoint. Endpoints without a filter receive it all the same.',
  );
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session()], hasMore: true })).toMatch(
    /needs one of the flags a, b, which none of the newest 2 portal sessions has\./,
  );
});

it('an event type that one portal session of the customer sees, or that has no flag, is not called hidden', () => {
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session('b')], hasMore: true })).toBeNull();
  expect(hiddenLabel({ flags: [], sessions: [], hasMore: false })).toBeNull();
});
