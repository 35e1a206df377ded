import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outcomesOfSends } from '../../../../src-renderer/admin/parts/traffic/outcomes-of-sends';

const drawn = (sends: readonly number[], succeeded: readonly number[], failed: readonly number[]) => {
  const of = outcomesOfSends({ sends, succeeded, failed });
  return [[...of.succeeded], [...of.failed]];
};

it('responses that arrive together are drawn in the seconds of their requests, so never above the limit', () => {
  expect(drawn([25, 25, 25, 0], [24, 26, 24, 1], [0, 0, 0, 0])).toEqual([
    [25, 25, 25, 0],
    [0, 0, 0, 0],
  ]);
  expect(drawn([25, 25, 0, 0], [0, 0, 0, 10], [0, 0, 27, 13])).toEqual([
    [0, 10, 0, 0],
    [25, 15, 0, 0],
  ]);
});

it('a send without a response yet has no outcome, and unknown counts stay unknown', () => {
  expect(drawn([2, 2], [2, 0], [0, 1])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  expect(drawn([2, Number.NaN, 2], [0, Number.NaN, 4], [0, Number.NaN, 0])).toEqual([
    [0, Number.NaN, 2],
    [0, Number.NaN, 0],
  ]);
});

it('a second never has more outcomes than sends, in whatever order the responses come', () => {
  const counts = fc.array(fc.tuple(fc.nat(30), fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(counts, (rows) => {
      const column = (n: 0 | 1 | 2) => rows.map((row) => row[n]);
      const of = outcomesOfSends({ sends: column(0), succeeded: column(1), failed: column(2) });
      rows.forEach(([sends], at) => {
        expect((of.succeeded[at] ?? 0) + (of.failed[at] ?? 0)).toBeLessThanOrEqual(sends);
      });
    }),
  );
});
