import { describe, expect, it } from 'vitest';
import {
  type CatalogFilter,
  filterEventTypes,
  NO_GROUP,
} from '../../../src-renderer/admin/features/catalog/filter-event-types';
import {
  searchEntries,
  searchEventTypes,
} from '../../../src-renderer/admin/features/catalog/search-event-types';
import { atOnce } from '../../../src-renderer/admin/platform/in-slices';
import { closestNameSteps } from '../../../src-renderer/shared/event-types/closest-name';
import { groupEventTypes } from '../../../src-renderer/shared/event-types/group-event-types';
import { eventType } from './event-type';

const types = [
  eventType({ name: 'invoice.paid', description: 'Money came in' }),
  eventType({ name: 'invoice.voided', featureFlags: ['beta'] }),
  eventType({ name: 'ping', description: 'A test' }),
  eventType({ name: 'user.created', groupName: 'accounts', description: 'Somebody joined' }),
  eventType({ name: 'old.type', archived: true }),
];
const narrowed = (show: CatalogFilter, group = '', flag = '') =>
  filterEventTypes(types, { show, group, flag });
const names = (search: string, show: CatalogFilter = 'current') =>
  searchEventTypes(searchEntries(narrowed(show)), search, new Map()).map(({ type }) => type.name);

describe('the list of event types', () => {
  it('archived event types are listed only when asked for', () => {
    expect(names('')).not.toContain('old.type');
    expect(names('', 'archived')).toEqual(['old.type']);
  });

  it('the search of event types matches every word in name or description, ignoring case', () => {
    expect(names('MONEY invoice')).toEqual(['invoice.paid']);
    expect(names('invoice joined')).toEqual([]);
  });

  it('event types filter by flag and by missing description', () => {
    expect(names('', 'flagged')).toEqual(['invoice.voided']);
    expect(names('', 'undescribed')).toEqual(['invoice.voided']);
  });

  it('event types filter by group, by having no group, and by flag', () => {
    const left = (group: string, flag = '') => narrowed('current', group, flag).map(({ name }) => name);
    expect(left('accounts')).toEqual(['user.created']);
    expect(left('user')).toEqual([]);
    expect(left(NO_GROUP)).toEqual(['ping']);
    expect(left('invoice', 'beta')).toEqual(['invoice.voided']);
    expect(left('', 'gamma')).toEqual([]);
  });

  it('event types are grouped by their group name or first part, those without a group last', () => {
    const groups = groupEventTypes(narrowed('current'));
    expect(groups.map(({ name }) => name)).toEqual(['accounts', 'invoice', null]);
    expect(groups.at(-1)?.eventTypes.map(({ name }) => name)).toEqual(['ping']);
  });
});

describe('the closest name', () => {
  const closestName = (search: string, names: readonly string[]) => atOnce(closestNameSteps(search, names));

  const all = types.map(({ name }) => name);

  it('a misspelled search suggests the closest name', () => {
    expect(closestName('paud', all)).toBe('paid');
    expect(closestName('invoce.paid', all)).toBe('invoice.paid');
  });

  it('a search that is too short or too different suggests no name', () => {
    expect(closestName('zzzzzzzz', all)).toBeNull();
    expect(closestName('pi', all)).toBeNull();
  });
});
