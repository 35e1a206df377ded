import { expect, test } from 'vitest';
import { matchEndpoints } from '../../../src-server/delivery/endpoints/match-endpoints';

const all = { id: 'all', filterTypes: null, filterGroups: null, channels: null, filter: null };
const invoices = {
  id: 'invoices',
  filterTypes: ['invoice.paid', 'invoice.sent'],
  filterGroups: null,
  channels: null,
  filter: null,
};
const tenant = {
  id: 'tenant',
  filterTypes: null,
  filterGroups: null,
  channels: ['tenant-1', 'tenant-2'],
  filter: null,
};
const both = {
  id: 'both',
  filterTypes: ['invoice.paid'],
  filterGroups: null,
  channels: ['tenant-1'],
  filter: null,
};
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
] as const)('%s', async (_, eventType, channels, expected) => {
  expect(await matchEndpoints({ eventType, channels }, endpoints)).toEqual(expected);
});

const grouped = {
  id: 'grouped',
  filterTypes: ['user.created'],
  filterGroups: ['invoice'],
  channels: null,
  filter: null,
};

test.each([
  [
    'a whole group gets every type whose name begins with it, listed or not',
    'invoice.new',
    null,
    ['grouped'],
  ],
  ['a type named beside a group is taken too', 'user.created', null, ['grouped']],
  ['a group takes no type of another group', 'user.deleted', null, []],
  ['a group is no beginning of a name: it ends at the first period', 'invoices.paid', null, []],
  ['a name without a period is in no group', 'invoice', null, []],
  [
    'a type with a group name of its own is in that group, whatever its name',
    'bill.sent',
    'invoice',
    ['grouped'],
  ],
  ['such a type is not in the group of its name any more', 'invoice.paid', 'billing', []],
] as const)('%s', async (_, eventType, groupName, expected) => {
  expect(await matchEndpoints({ eventType, groupName, channels: null }, [grouped])).toEqual(expected);
});

test('a filter of groups alone is a filter: nothing else matches', async () => {
  const only = { ...grouped, filterTypes: null };
  expect(await matchEndpoints({ eventType: 'user.created', channels: null }, [only])).toEqual([]);
});

test('very many names in filters are searched in slices', async () => {
  const filterTypes = Array.from({ length: 5_000 }, (_, n) => `other.t${n}`);
  const many = Array.from({ length: 100 }, (_, n) => ({
    ...{ id: `ep_${n}`, channels: null, filterGroups: null, filter: null },
    filterTypes: n === 99 ? [...filterTypes, 'wanted'] : filterTypes,
  }));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  expect(await matchEndpoints({ eventType: 'wanted', channels: null }, many)).toEqual(['ep_99']);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(4);
});
