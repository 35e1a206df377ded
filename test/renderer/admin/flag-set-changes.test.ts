import { expect, test } from 'vitest';
import { toChange } from '../../../src-renderer/admin/data/use-changes';
import {
  differenceOf,
  rowLabel,
  visibilityOf,
} from '../../../src-renderer/admin/features/changes/change-facts';
import type { FlagSet } from '../../../src-server/contract/flag-set';

const everyone: FlagSet = { id: 'a', letter: 'A', name: 'Everyone', colour: 'sky', featureFlags: [] };
const beta: FlagSet = { id: 'b', letter: 'B', name: 'Beta', colour: 'teal', featureFlags: ['next', 'beta'] };
const change = (before: readonly FlagSet[], after: readonly FlagSet[]) =>
  toChange({ name: 'flag-sets', base: { flagSets: [...before] }, mine: { flagSets: [...after] } });
const changesOf = (before: readonly FlagSet[], after: readonly FlagSet[]) =>
  differenceOf(change(before, after)).changes.map(({ where, text }) => `${where}: ${text}`);

test('a change of flag sets says what was added, removed and changed, set by set', () => {
  expect(changesOf([everyone, beta], [{ ...everyone, name: 'All', featureFlags: ['ga'] }])).toEqual([
    'set A > name: Everyone becomes All',
    'set A > flags: no flags becomes ga',
    'set B: removed: Beta (beta, next)',
  ]);
  expect(changesOf([everyone], [everyone, { ...beta, colour: 'lime' }])).toEqual([
    'set B: added: Beta (beta, next)',
  ]);
  expect(changesOf([everyone, beta], [beta, everyone])).toEqual(['order: A, B becomes B, A']);
});

test('a change of flag sets is one line of the list, and changes who sees no event type', () => {
  const changed = change([everyone, beta], [{ ...everyone, name: 'All', colour: 'lime' }]);
  expect(rowLabel(changed)).toBe('Changed · set A, set B');
  expect(visibilityOf(changed)).toBeNull();
});
