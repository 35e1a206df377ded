import { describe, expect, it } from 'vitest';
import {
  freeLetter,
  withCopy,
  withMoved,
  withOnePerFlag,
  withSet,
} from '../../../../src-renderer/admin/features/preview/sets/flag-set-list';
import { freeColor } from '../../../../src-renderer/admin/features/preview/sets/free-color';
import { setOf } from './preview-fixtures';

const letters = (sets: readonly { readonly letter: string }[]) => sets.map(({ letter }) => letter).join('');

describe('the list of flag sets', () => {
  it('a flag set is added for each flag without one, until the letters are used up', () => {
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
    expect(withCopy(many, 'set_A')).toEqual(many);
  });

  it('a copied flag set follows its original, and a flag set moves by one place and is edited in place', () => {
    const sets = [setOf('A'), setOf('B', 'beta'), setOf('C', 'x')];
    expect(letters(withCopy(sets, 'set_B'))).toBe('ABDC');
    expect(letters(withMoved(sets, 'set_B', -1))).toBe('BAC');
    expect(letters(withMoved(sets, 'set_C', 1))).toBe('ABC');
    expect(letters(withMoved(sets, 'set_A', -1))).toBe('ABC');
    expect(withSet(sets, setOf('B', 'y'))[1]?.featureFlags).toEqual(['y']);
    expect(letters(withSet(sets, setOf('D')))).toBe('ABCD');
  });

  it('every flag set gets its own color and id while colors last', () => {
    const everyone = { ...setOf('A'), colour: freeColor('A', []) };
    const sets = withOnePerFlag([everyone], ['a', 'b', 'c', 'd', 'e', 'f']);
    const more = withCopy(sets, everyone.id);
    expect(new Set(more.map(({ colour }) => colour)).size).toBe(8);
    expect(new Set(more.map(({ id }) => id)).size).toBe(8);
    expect(withCopy(more, everyone.id)).toHaveLength(9);
  });

  it('a flag set keeps letter, color and id while others are added, renamed, moved and removed', () => {
    const sets = withOnePerFlag([{ ...setOf('A'), colour: freeColor('A', []) }], ['x', 'y']);
    const kept = new Map(sets.map(({ id, letter, colour }) => [id, `${letter} ${colour}`]));
    const [first, second] = sets;
    if (!first || !second) throw new Error('There are two sets.');
    for (const next of [
      withOnePerFlag(sets, ['z']),
      withCopy(sets, first.id),
      withMoved(sets, second.id, -1),
      withSet(sets, { ...second, name: 'Another name' }),
      sets.slice(1),
    ])
      for (const { id, letter, colour } of next)
        expect(kept.get(id) ?? `${letter} ${colour}`).toBe(`${letter} ${colour}`);
  });
});
