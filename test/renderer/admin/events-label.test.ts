import { expect, it } from 'vitest';
import { eventsLabel } from '../../../src-renderer/admin/features/applications/events-label';

it.each([
  [null, null, 'all events'],
  [['invoice.paid'], null, 'only invoice.paid'],
  [['invoice.paid', 'order.placed'], null, '2 event types'],
  [null, ['invoice'], 'all of invoice'],
  [['invoice.paid'], ['invoice', 'order'], 'all of invoice and order'],
  [['ping.sent'], ['invoice'], 'all of invoice, and ping.sent'],
  [['a.b', 'c.d'], ['x', 'y', 'z'], 'all of 3 groups, and 2 event types'],
])('an endpoint with the types %j and the groups %j receives %s', (filterTypes, filterGroups, label) => {
  expect(eventsLabel({ filterTypes, filterGroups })).toBe(label);
});
