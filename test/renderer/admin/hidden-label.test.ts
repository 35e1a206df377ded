import { expect, it } from 'vitest';
import { hiddenLabel } from '../../../src-renderer/admin/features/deliveries/messages/hidden-label';

const session = (...featureFlags: readonly string[]) => ({ featureFlags });

const labelOf = (sessions: readonly ReturnType<typeof session>[], hasMore = false) =>
  hiddenLabel({ flags: ['beta'], sessions, hasMore });
const REST =
  'The customer cannot choose this event type for an endpoint, but endpoints without a filter still receive it.';

it('a message whose event type is hidden from its customer names the missing flag', () => {
  expect(labelOf([session('old')])).toBe(
    `Hidden from this customer: needs the flag beta. Their portal session does not have it. ${REST}`,
  );
  expect(labelOf([session('old'), session()])).toContain(' None of their portal sessions has it. ');
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session()], hasMore: true })).toMatch(
    /needs one of the flags a, b\. None of their newest 2 portal sessions has it\. /,
  );
});

it('a customer without portal sessions is not said to have some that lack the flag', () => {
  expect(labelOf([])).toBe(
    `Hidden from this customer: needs the flag beta. They have no portal session. ${REST}`,
  );
});

it('an event type that one portal session of the customer sees, or that has no flag, is not called hidden', () => {
  expect(hiddenLabel({ flags: ['a', 'b'], sessions: [session(), session('b')], hasMore: true })).toBeNull();
  expect(hiddenLabel({ flags: [], sessions: [], hasMore: false })).toBeNull();
});
