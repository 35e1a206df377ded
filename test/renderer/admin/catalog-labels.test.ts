import { describe, expect, it } from 'vitest';
import { chipIn, withChip } from '../../../src-renderer/admin/features/catalog/catalog-chips';
import { tabIn } from '../../../src-renderer/admin/features/catalog/event-type-tabs';
import { reachSentence } from '../../../src-renderer/admin/features/catalog/reach-message';
import { actLabel } from '../../../src-renderer/admin/features/catalog/version-label';
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

describe('who receives an event type, in a sentence', () => {
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
  ])('%j', (part, sentence) => expect(usageSentence(usage(part))).toBe(sentence));

  it.each([
    [{ unfiltered: 3 }, 'Does not stop delivery: 3 unfiltered endpoints still receive it.'],
    [{ named: 1 }, 'Does not stop delivery: 1 endpoint still receives it.'],
    [
      { named: 2, unfiltered: 1 },
      'Does not stop delivery: 3 endpoints still receive it, 1 of them unfiltered.',
    ],
    [{}, 'Does not stop delivery. No endpoint receives it at present.'],
  ])('and what a flag or the archive leaves as it is: %j', (part, sentence) =>
    expect(reachSentence(usage(part))).toBe(sentence),
  );
});

describe('the list of event types, narrowed', () => {
  const now = Date.parse('2026-03-10T00:00:00Z');
  const types = [
    eventType({ name: 'a.new', updatedAt: '2026-03-09T00:00:00Z' }),
    eventType({ name: 'a.old', updatedAt: '2026-02-01T00:00:00Z' }),
  ];
  const insights = {
    withoutSchema: { count: 1, names: ['a.old'] },
    unreceived: { count: 0, names: [] },
    dark: { count: 1, names: ['a.new'], endpoints: [2] },
  } as unknown as EventTypeInsightsOut;
  const names = (chip: string) => withChip(types, chipIn(chip), insights, now).map(({ name }) => name);

  it('to what changed this week, has no schema, or is received unseen', () => {
    expect(names('changed')).toEqual(['a.new']);
    expect(names('no-schema')).toEqual(['a.old']);
    expect(names('dark')).toEqual(['a.new']);
    expect(names('unreceived')).toEqual([]);
  });

  it('to nothing by a word that the address cannot mean', () => {
    expect(names('nonsense')).toEqual(['a.new', 'a.old']);
    expect(tabIn('nonsense')).toBe('schema');
  });
});

it('says what was done in a version, and from where', () => {
  expect(actLabel({ act: 'import', source: 'shop.yaml' })).toBe('Imported from shop.yaml');
  expect(actLabel({ act: 'import', source: null })).toBe('Imported');
  expect(actLabel({ act: 'restore', source: '3' })).toBe('Restored from version 3');
});
