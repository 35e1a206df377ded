import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offeredFlags, offeredSets } from '../../../../src-renderer/admin/features/preview/sets/offered-sets';

it('everyone and the three most used flags are offered as flag sets', () => {
  const flags = ['beta', 'internal', 'early_access', 'fourth'];
  const offered = offeredFlags([], flags);
  const sets = offeredSets(offered, flags);
  expect(sets.map(({ id, letter, name, featureFlags }) => [id, letter, name, featureFlags])).toEqual([
    ['everyone', 'A', 'Everyone', []],
    ['flag-beta', 'B', 'Beta', ['beta']],
    ['flag-internal', 'C', 'Internal', ['internal']],
    ['flag-early_access', 'D', 'Early access', ['early_access']],
  ]);
  expect(new Set(sets.map(({ colour }) => colour)).size).toBe(4);
  expect(offeredSets([], [])).toHaveLength(1);
});

it('an offered flag set keeps letter, color and id while the use of flags changes', () => {
  const uses = fc.array(
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f.long'), { maxLength: 6 }),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(uses, (steps) => {
      const seen = new Map<string, string>();
      let offered: readonly string[] = [];
      for (const inUse of steps) {
        offered = offeredFlags(offered, inUse);
        const sets = offeredSets(offered, inUse);
        expect(sets).toHaveLength(new Set(sets.map(({ letter }) => letter)).size);
        for (const { id, letter, colour } of sets) {
          expect(seen.get(id) ?? `${letter} ${colour}`).toBe(`${letter} ${colour}`);
          seen.set(id, `${letter} ${colour}`);
        }
        expect(sets.length).toBeGreaterThanOrEqual(Math.min(4, inUse.length + 1));
      }
    }),
  );
});
