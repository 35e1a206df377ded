import { describe, expect, test } from 'vitest';
import { branchOf } from '../../../../src-renderer/admin/features/catalog/branch-of';
import { type FlagMode, planBulk } from '../../../../src-renderer/admin/features/catalog/bulk-acts';
import {
  bulkReachSentence,
  receiptMessage,
} from '../../../../src-renderer/admin/features/catalog/bulk-labels';
import { catalogRows } from '../../../../src-renderer/admin/features/catalog/catalog-rows';
import { eventType } from '../event-type';

const types = [
  eventType({ name: 'invoice.paid', updatedAt: '2026-02-01T00:00:00.000Z' }),
  eventType({ name: 'invoice.voided', updatedAt: '2026-03-01T00:00:00.000Z', featureFlags: ['beta'] }),
  eventType({ name: 'ping', archived: true }),
];
const hits = types.map((type) => ({ type, place: { kind: 'name' } as const }));
const keys = (folded: readonly string[] = [], sort: 'name' | 'changed' = 'name') =>
  catalogRows(hits, new Set(folded), sort).map(({ key }) => key);

describe('the rows of the catalog', () => {
  test('catalog rows are listed under their groups, and a folded group keeps its count', () => {
    expect(keys()).toEqual(['/invoice', 'invoice.paid', 'invoice.voided', '/', 'ping']);
    expect(keys(['/invoice'])).toEqual(['/invoice', '/', 'ping']);
    const [group] = catalogRows(hits, new Set(['/invoice']), 'name');
    expect(group).toMatchObject({ isOpen: false, names: ['invoice.paid', 'invoice.voided'], setSize: 2 });
  });

  test('catalog rows are not grouped where there is no group, or when sorted by time', () => {
    const alone = catalogRows(hits.slice(2), new Set(), 'name');
    expect(alone).toMatchObject([{ key: 'ping', level: 1, position: 1, setSize: 1 }]);
    expect(keys([], 'changed')).toEqual(['invoice.voided', 'invoice.paid', 'ping']);
    const lastSent = new Map([
      ['ping', '2026-04-01T00:00:00.000Z'],
      ['invoice.paid', '2026-03-01T00:00:00.000Z'],
    ]);
    const sent = catalogRows(hits, new Set(), 'sent', lastSent).map(({ key }) => key);
    expect(sent).toEqual(['ping', 'invoice.paid', 'invoice.voided']);
  });
});

describe('the branches of the catalog tree', () => {
  const branches = (folded: readonly string[] = []) =>
    catalogRows(hits, new Set(folded), 'name').map((row, at) => branchOf(row, at));

  test('a group of the catalog tree knows whether it is open, and an event type knows its group', () => {
    expect(branches()).toEqual([
      { isOpen: true, parent: -1 },
      { isOpen: null, parent: 0 },
      { isOpen: null, parent: 0 },
      { isOpen: true, parent: -1 },
      { isOpen: null, parent: 3 },
    ]);
    expect(branches(['/invoice'])[0]).toEqual({ isOpen: false, parent: -1 });
    const [alone] = catalogRows(hits.slice(2), new Set(), 'name');
    expect(alone && branchOf(alone, 0)).toEqual({ isOpen: null, parent: -1 });
  });
});

describe('a bulk action on event types', () => {
  const none = { mode: 'add', flag: '' } as const;

  test('a bulk action changes only the event types that need it', () => {
    expect(planBulk('flag', types, { mode: 'replace', flag: 'beta' }).entries).toEqual([
      { name: 'invoice.paid', featureFlags: ['beta'] },
      { name: 'ping', featureFlags: ['beta'] },
    ]);
    expect(planBulk('flag', types, { mode: 'replace', flag: 'gamma' }).consequence).toContain(
      'that 1 of them have',
    );
    expect(planBulk('release', types, none)).toMatchObject({
      verb: 'Release 1 event type to everyone',
      entries: [{ name: 'invoice.voided', featureFlags: null }],
    });
    expect(planBulk('unarchive', types, none).entries).toEqual([{ name: 'ping', archived: false }]);
    expect(planBulk('delete', types, none).entries).toHaveLength(3);
  });

  test('a bulk action adds a flag to the existing ones, removes that flag only, or replaces all', () => {
    const both = [{ ...types[0], name: 'a', featureFlags: ['beta', 'gamma'] }] as typeof types;
    const entries = (mode: FlagMode, flag: string, of = both) => planBulk('flag', of, { mode, flag }).entries;
    expect(entries('add', 'delta')).toEqual([{ name: 'a', featureFlags: ['beta', 'gamma', 'delta'] }]);
    expect(entries('add', 'gamma')).toEqual([]);
    expect(entries('remove', 'beta')).toEqual([{ name: 'a', featureFlags: ['gamma'] }]);
    expect(entries('remove', 'delta')).toEqual([]);
    expect(entries('replace', 'delta')).toEqual([{ name: 'a', featureFlags: ['delta'] }]);
    const only = [{ ...types[0], name: 'a', featureFlags: ['beta'] }] as typeof types;
    expect(entries('remove', 'beta', only)).toEqual([{ name: 'a', featureFlags: null }]);
    expect(planBulk('flag', only, { mode: 'remove', flag: 'beta' }).consequence).toContain(
      'every customer can see',
    );
  });

  test('a bulk action says that delivery continues, and to how many endpoints', () => {
    const reach = (unfilteredEndpoints: number, unreceived: readonly string[] = []) =>
      bulkReachSentence(['a', 'b'], {
        unfilteredEndpoints,
        unreceived: { count: unreceived.length, names: [...unreceived] },
      });
    expect(reach(3)).toBe('Does not stop delivery: 3 unfiltered endpoints still receive all of them.');
    expect(reach(0, ['a'])).toContain('endpoints still receive 1 of them by name');
    expect(reach(0, ['a', 'b'])).toBe('Does not stop delivery. No endpoint receives any of them.');
  });

  test('the receipt of a bulk action counts what changed, what did not, and why', () => {
    const result = (outcome: 'changed' | 'unchanged' | 'missing' | 'conflict') =>
      ({ name: 'a', outcome, before: 1, version: 2 }) as const;
    expect(receiptMessage('Archived', [result('changed')])).toBe('Archived 1 event type');
    expect(receiptMessage('Archived', [result('unchanged'), result('missing'), result('conflict')])).toBe(
      'Nothing changed. 1 was already up to date. 1 no longer exists. 1 skipped, changed by someone else in the meantime',
    );
  });
});
