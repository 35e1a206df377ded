import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ghostGaps, type RowSizes } from '../../../../src-renderer/shared/preview-frames/ghost-gaps';
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
  ghostGaps(TYPES, names).map(({ gap, lines }) => [
    `${gap.side} ${gap.around} ${gap.anchor}`,
    lines.map(({ type, title }) => type?.name ?? `[${title}]`).join(' '),
  ]);

describe('the gaps of a preview frame', () => {
  it('gaps of a frame stand where the list would show the hidden event types', () => {
    expect(gapsOf('a.one', 'a.two', 'c.two')).toEqual([
      ['after row a.one', 'a.three'],
      ['after group a.two', '[b] b.one'],
      ['before row c.two', 'c.one'],
    ]);
  });

  it('gaps come before the first visible group if nothing is visible before them', () => {
    expect(gapsOf('c.two')).toEqual([
      ['before group c.two', '[a] a.one a.three a.two [b] b.one'],
      ['before row c.two', 'c.one'],
    ]);
  });

  it('there are no gaps where nothing or everything is visible', () => {
    expect(gapsOf()).toEqual([]);
    expect(gapsOf(...TYPES.map(({ name }) => name))).toEqual([]);
  });

  it('gaps never name a hidden event type to the frame, and cover every hidden one', () => {
    const name = fc.stringMatching(/^[abc](\.[xyz]{1,2})?$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 14 }), fc.func(fc.boolean()), (names, isShown) => {
        const types = typesOf(Object.fromEntries(names.map((typeName) => [typeName, []])));
        const shown = names.filter((typeName) => isShown(typeName));
        const gaps = ghostGaps(types, shown);
        expect(gaps.every(({ gap }) => shown.includes(gap.anchor))).toBe(true);
        const hidden = gaps.flatMap(({ lines }) => lines.flatMap(({ type }) => type?.name ?? []));
        const wanted = shown.length === 0 ? [] : names.filter((typeName) => !shown.includes(typeName));
        expect(hidden.toSorted()).toEqual(wanted.toSorted());
        const places = gaps.map(({ gap }) => `${gap.anchor} ${gap.side} ${gap.around}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 200 },
    );
  });

  it('gaps are as high as what they stand for, so that the rows of all frames line up', () => {
    const sizes: RowSizes = new Map(
      TYPES.map(({ name }, index) => [
        name,
        {
          name,
          heightPx: 30 + index,
          ...(name.endsWith('.one') ? { group: { marginPx: 20, titlePx: 10 } } : {}),
        },
      ]),
    );
    const tops = (...names: string[]) => placesOf(names, sizes);
    const wanted = tops(...TYPES.map(({ name }) => name));
    for (const shown of [['a.one', 'a.two', 'c.two'], ['c.two'], ['b.one'], ['a.three', 'c.one'], ['a.two']])
      expect(tops(...shown), shown.join()).toEqual(wanted);
  });
});

/** The tops of all rows and headings in a frame that shows these, ghosts included, as the portal lays them out. */
function placesOf(names: readonly string[], sizes: RowSizes): Record<string, number> {
  const gaps = ghostGaps(TYPES, names, sizes);
  const places: Record<string, number> = {};
  let y = 0;
  const room = (side: string, around: string, anchors: readonly string[]) => {
    for (const { gap, lines } of gaps) {
      if (gap.side !== side || gap.around !== around || !anchors.includes(gap.anchor)) continue;
      for (const { type, title, topPx } of lines) places[type?.name ?? title] = y + topPx;
      y += gap.heightPx;
    }
  };
  for (const group of ['a', 'b', 'c']) {
    const rows = TYPES.map(({ name }) => name).filter(
      (name) => name.startsWith(group) && names.includes(name),
    );
    if (rows.length === 0) continue;
    y += 20;
    room('before', 'group', rows);
    places[group] = y;
    y += 10;
    for (const name of rows) {
      room('before', 'row', [name]);
      places[name] = y;
      y += sizes.get(name)?.heightPx ?? 0;
      room('after', 'row', [name]);
    }
    room('after', 'group', rows);
  }
  return places;
}
