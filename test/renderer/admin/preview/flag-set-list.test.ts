import { describe, expect, it } from 'vitest';
import {
  freeLetter,
  offeredSets,
  withCopy,
  withMoved,
  withOnePerFlag,
  withSet,
} from '../../../../src-renderer/admin/features/preview/sets/flag-set-list';
import { setOf } from './preview-fixtures';

const letters = (sets: readonly { readonly letter: string }[]) => sets.map(({ letter }) => letter).join('');

describe('the sets of flags', () => {
  it('are offered where none is saved: everyone, and one for each of the three most used flags', () => {
    const sets = offeredSets(['beta', 'internal', 'early_access', 'fourth']);
    expect(sets.map(({ letter, name, featureFlags }) => [letter, name, featureFlags])).toEqual([
      ['A', 'Everyone', []],
      ['B', 'Beta', ['beta']],
      ['C', 'Internal', ['internal']],
      ['D', 'Early access', ['early_access']],
    ]);
    expect(new Set(sets.map(({ colour }) => colour)).size).toBe(4);
    expect(offeredSets([])).toHaveLength(1);
  });

  it('get one per flag, without those that have one, until the letters are used up', () => {
    const sets = withOnePerFlag([setOf('A'), setOf('C', 'beta')], ['beta', 'x']);
    expect(sets.map(({ letter, featureFlags }) => [letter, ...featureFlags])).toEqual([
      ['A'],
      ['C', 'beta'],
      ['B', 'x'],
    ]);
    const many = withOnePerFlag(
      [setOf('A')],
      [...Array(40)].map((_, index) => `f${index}`),
    );
    expect(many).toHaveLength(26);
    expect(freeLetter(many)).toBeNull();
    expect(withCopy(many, 'A')).toEqual(many);
  });

  it('are copied behind themselves, moved by one place, and changed in place', () => {
    const sets = [setOf('A'), setOf('B', 'beta'), setOf('C', 'x')];
    expect(letters(withCopy(sets, 'B'))).toBe('ABDC');
    expect(letters(withMoved(sets, 'B', -1))).toBe('BAC');
    expect(letters(withMoved(sets, 'C', 1))).toBe('ABC');
    expect(letters(withMoved(sets, 'A', -1))).toBe('ABC');
    expect(withSet(sets, setOf('B', 'y'))[1]?.featureFlags).toEqual(['y']);
    expect(letters(withSet(sets, setOf('D')))).toBe('ABCD');
  });
});
