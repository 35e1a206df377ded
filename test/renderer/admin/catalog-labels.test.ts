import { describe, expect, it } from 'vitest';
import { chipIn, withChip } from '../../../src-renderer/admin/features/catalog/catalog-chips';
import { tabIn } from '../../../src-renderer/admin/features/catalog/event-type/event-type-tabs';
import { reachSentence } from '../../../src-renderer/admin/features/catalog/event-type/reach-message';
import { actLabel } from '../../../src-renderer/admin/features/catalog/event-type/version-label';
import { usageSentence } from '../../../src-renderer/admin/parts/usage-sentence';
import type { EventTypeInsightsOut, EventTypeUsageOut } from '../../../src-server/contract/event-type-usage';
import { eventType } from './event-type';

const usage = (part: Partial<EventTypeUsageOut>): EventTypeUsageOut => ({
  named: 0,
  unfiltered: 0,
  hidden: 0,
  held: 0,
  applications: 1,
  lastDay: { delivered: 0, failed: 0, waiting: 0, canceled: 0, countedSince: '2026-01-01T00:00:00Z' },
  endpoints: [],
  more: 0,
  ...part,
});

describe('the recipients of an event type', () => {
  it.each([
    [
      { named: 3, unfiltered: 12, hidden: 2, applications: 9 },
      '3 endpoints subscribe by name, 12 receive it unfiltered, 2 of them cannot see it, in 9 applications.',
    ],
    [{ named: 1 }, '1 endpoint subscribes by name, in 1 application.'],
    [
      { unfiltered: 1, hidden: 1 },
      '1 endpoint receives it unfiltered, and its customer cannot see it, in 1 application.',
    ],
    [
      { named: 1, unfiltered: 1, hidden: 2, applications: 2 },
      '1 endpoint subscribes by name, 1 receives it unfiltered, and neither customer can see it, in 2 applications.',
    ],
    [{}, 'No endpoint receives it: none subscribes to it by name, and none is unfiltered.'],
  ])("the sentence about an event type's subscribers for %j", (part, sentence) =>
    expect(usageSentence(usage(part))).toBe(sentence),
  );

  it.each([
    [{ unfiltered: 3 }, 'Does not stop delivery: 3 unfiltered endpoints still receive it.'],
    [{ named: 1 }, 'Does not stop delivery: 1 endpoint still receives it.'],
    [
      { named: 2, unfiltered: 1 },
      'Does not stop delivery: 3 endpoints still receive it, 1 of them unfiltered.',
    ],
    [{}, 'Does not stop delivery. No endpoint receives it at present.'],
  ])('the note that a flag or the archive does not stop delivery, for %j', (part, sentence) =>
    expect(reachSentence(usage(part))).toBe(sentence),
  );
});

describe('the chips of the catalog', () => {
  const now = Date.parse('2026-03-10T00:00:00Z');
  const types = [
    eventType({ name: 'a.new', updatedAt: '2026-03-09T00:00:00Z' }),
    eventType({ name: 'a.old', updatedAt: '2026-02-01T00:00:00Z' }),
  ];
  const insights = {
    withoutSchema: { count: 1, names: ['a.old'] },
    unreceived: { count: 0, names: [] },
    dark: { count: 1, names: ['a.new'], endpoints: [2] },
    pastSunset: { count: 1, names: ['a.old'], endpoints: [3] },
  } as unknown as EventTypeInsightsOut;
  const names = (chip: string) => withChip(types, chipIn(chip), insights, now).map(({ name }) => name);

  it('a chip filters the catalog to event types that changed this week, lack a schema, are hidden or past their date', () => {
    expect(names('changed')).toEqual(['a.new']);
    expect(names('no-schema')).toEqual(['a.old']);
    expect(names('dark')).toEqual(['a.new']);
    expect(names('unreceived')).toEqual([]);
    expect(names('past-sunset')).toEqual(['a.old']);
  });

  it('an unknown chip or tab in the URL is ignored, and one that a folder has not', () => {
    expect(names('nonsense')).toEqual(['a.new', 'a.old']);
    expect(tabIn('nonsense', false)).toBe('schema');
    expect([tabIn('usage', false), tabIn('usage', true)]).toEqual(['usage', 'schema']);
  });
});

it('an entry of the history names the act and its source, such as an import from a file or a release', () => {
  expect(actLabel({ act: 'import', source: 'shop.yaml' })).toBe('Imported from shop.yaml');
  expect(actLabel({ act: 'import', source: null })).toBe('Imported');
  expect(actLabel({ act: 'restore', source: '3' })).toBe('Restored from version 3');
  expect(actLabel({ act: 'update', source: 'rel_2Rk' })).toBe('Changed in a release');
  expect(actLabel({ act: 'update', source: null })).toBe('Changed');
});
