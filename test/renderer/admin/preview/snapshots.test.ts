import { expect, it } from 'vitest';
import { compareTimes } from '../../../../src-renderer/admin/features/preview/changes/compare-sets';
import { nextDifference } from '../../../../src-renderer/admin/features/preview/difference-map';
import { pictureNames } from '../../../../src-renderer/admin/features/preview/share/preview-actions';
import {
  readSnapshots,
  snapshotText,
  snapshotTime,
  withSnapshot,
} from '../../../../src-renderer/admin/features/preview/snapshots';
import { eventType } from '../event-type';

const AT = '2026-11-20T10:00:00.000Z';
const SET = { id: 'b', letter: 'B', name: 'Beta', colour: 'rose' as const, featureFlags: ['beta'] };

it('a snapshot keeps its name and time, once for each name, and anything else kept is left out', () => {
  const kept = withSnapshot([{ name: 'Launch', at: AT }], {
    name: ' Launch ',
    at: '2026-11-21T00:00:00.000Z',
  });
  expect(kept).toEqual([{ name: 'Launch', at: '2026-11-21T00:00:00.000Z' }]);
  expect(withSnapshot(kept, { name: ' ', at: AT })).toBe(kept);
  expect(readSnapshots(JSON.stringify([...kept, { name: 1 }, { name: 'x', at: 'soon' }]))).toEqual(kept);
  expect(readSnapshots('{')).toEqual([]);
  expect(snapshotTime(snapshotText({ at: AT }))).toBe(AT);
  expect([snapshotTime('b'), snapshotTime('@soon')]).toEqual([null, null]);
});

it('what a set sees now is compared with what it saw at a named time', () => {
  const then = [
    eventType({ name: 'a.kept', updatedAt: AT }),
    eventType({ name: 'a.edited', updatedAt: AT }),
    eventType({ name: 'a.gone', updatedAt: AT }),
    eventType({ name: 'a.flagged', updatedAt: AT }),
  ];
  const now = [
    eventType({ name: 'a.kept', updatedAt: AT }),
    eventType({ name: 'a.edited', updatedAt: '2026-11-22T00:00:00.000Z' }),
    eventType({ name: 'a.flagged', updatedAt: AT, featureFlags: ['internal'] }),
    eventType({ name: 'a.new', updatedAt: AT, featureFlags: ['beta'] }),
  ];
  const { more, less, changed, same } = compareTimes(then, now, SET);
  const names = [more, less, changed].map((types) => types.map(({ name }) => name));
  expect(names).toEqual([['a.new'], ['a.gone', 'a.flagged'], ['a.edited']]);
  expect(same).toBe(1);
});

it('the next difference follows the last one round to the first, and the way begins at either end', () => {
  const all = ['a', 'b', 'c'].map((name, at) => ({ name, at: at / 3, flag: 'beta' }));
  const go = (from: string | null, by: 1 | -1) => nextDifference(all, from, by)?.name;
  expect([go(null, 1), go('a', 1), go('c', 1)]).toEqual(['a', 'b', 'a']);
  expect([go(null, -1), go('a', -1), go('gone', -1)]).toEqual(['c', 'c', 'c']);
  expect(nextDifference([], null, 1)).toBeUndefined();
});

it('a picture in parts has a file for each, with its place', () => {
  expect(pictureNames(1)).toEqual(['portal-preview.png']);
  expect(pictureNames(2)).toEqual(['portal-preview-1-of-2.png', 'portal-preview-2-of-2.png']);
});
