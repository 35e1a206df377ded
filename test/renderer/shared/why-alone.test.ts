import { expect, it } from 'vitest';
import { whyAlone } from '../../../src-renderer/shared/attempt/why-alone';

it('a reason beside the state of a message begins with a capital letter, unless it begins with a name of the payload', () => {
  expect(whyAlone('not sent: the endpoint does not receive invoice.paid')).toBe(
    'The endpoint does not receive invoice.paid.',
  );
  expect(whyAlone('removed: payloads are kept for 90 days')).toBe('Payloads are kept for 90 days.');
  expect(whyAlone('delivered on Monday')).toBe('Delivered on Monday.');
  expect(whyAlone('not sent: payload.amount is 80, the filter wants at least 100')).toBe(
    'payload.amount is 80, the filter wants at least 100.',
  );
  expect(whyAlone('not sent: eventType is "a.b", the filter wants "a.c"')).toBe(
    'eventType is "a.b", the filter wants "a.c".',
  );
});
