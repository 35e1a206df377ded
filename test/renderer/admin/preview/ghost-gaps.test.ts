import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GHOST_ROW_PX, ghostGaps } from '../../../../src-renderer/admin/features/preview/frames/ghost-gaps';
import { typesOf } from './preview-fixtures';

const TYPES = typesOf({
  'a.one': [],
  'a.three': ['beta'],
  'a.two': [],
  'b.one': ['beta'],
  'c.one': ['beta'],
  'c.two': [],
});
const gapsOf = (...names: string[]) =>
  ghostGaps(TYPES, names).map(({ gap, hidden }) => [
    `${gap.side} ${gap.around} ${gap.anchor}`,
    hidden.map(({ name }) => name).join(' '),
  ]);

describe('the gaps of a frame', () => {
  it('stand where the list would have the hidden event types', () => {
    expect(gapsOf('a.one', 'a.two', 'c.two')).toEqual([
      ['after row a.one', 'a.three'],
      ['after group a.two', 'b.one'],
      ['before row c.two', 'c.one'],
    ]);
  });

  it('stand before the first group that is shown when nothing is shown before them', () => {
    expect(gapsOf('c.two')).toEqual([
      ['before group c.two', 'a.one a.three a.two b.one'],
      ['before row c.two', 'c.one'],
    ]);
  });

  it('are none where nothing is shown, or everything', () => {
    expect(gapsOf()).toEqual([]);
    expect(gapsOf(...TYPES.map(({ name }) => name))).toEqual([]);
  });

  it('tell the frame no name that it does not show, and leave nothing out', () => {
    const name = fc.stringMatching(/^[abc](\.[xyz]{1,2})?$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 14 }), fc.func(fc.boolean()), (names, isShown) => {
        const types = typesOf(Object.fromEntries(names.map((one) => [one, []])));
        const shown = names.filter((one) => isShown(one));
        const gaps = ghostGaps(types, shown);
        expect(gaps.every(({ gap }) => shown.includes(gap.anchor))).toBe(true);
        expect(gaps.every(({ gap, hidden }) => gap.heightPx === hidden.length * GHOST_ROW_PX)).toBe(true);
        const hidden = gaps.flatMap((gap) => gap.hidden.map((type) => type.name));
        const wanted = shown.length === 0 ? [] : names.filter((one) => !shown.includes(one));
        expect(hidden.toSorted()).toEqual(wanted.toSorted());
        const places = gaps.map(({ gap }) => `${gap.anchor} ${gap.side} ${gap.around}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 200 },
    );
  });
});
