import { expect, test } from 'vitest';
import { matchEndpoints } from '../../../src-server/delivery/match-endpoints';

const all = { id: 'all', filterTypes: null, channels: null };
const invoices = { id: 'invoices', filterTypes: ['invoice.paid', 'invoice.sent'], channels: null };
const tenant = { id: 'tenant', filterTypes: null, channels: ['tenant-1', 'tenant-2'] };
const both = { id: 'both', filterTypes: ['invoice.paid'], channels: ['tenant-1'] };
const endpoints = [all, invoices, tenant, both];

test.each([
  ['an endpoint without a filter gets every type', 'user.created', null, ['all']],
  ['a filter lets its types through', 'invoice.sent', null, ['all', 'invoices']],
  ['types are compared whole and by case', 'Invoice.sent', null, ['all']],
  [
    'a channel reaches endpoints that listen to it and those that listen to none',
    'user.created',
    ['tenant-2'],
    ['all', 'tenant'],
  ],
  ['type and channel must both fit', 'invoice.paid', ['tenant-1'], ['all', 'invoices', 'tenant', 'both']],
  [
    'a message on no channel does not reach endpoints with channels',
    'invoice.paid',
    null,
    ['all', 'invoices'],
  ],
  ['a message on other channels does not reach them either', 'invoice.paid', ['x'], ['all', 'invoices']],
  ['a message with an empty list of channels is on none', 'invoice.paid', [], ['all', 'invoices']],
] as const)('%s', (_, eventType, channels, expected) => {
  expect(matchEndpoints({ eventType, channels }, endpoints)).toEqual(expected);
});
