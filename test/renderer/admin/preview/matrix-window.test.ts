import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAfterKey } from '../../../../src-renderer/admin/features/preview/matrix/grid-keys';
import {
  drawnLines,
  linesOf,
  lineTops,
} from '../../../../src-renderer/admin/features/preview/matrix/matrix-lines';
import { matrixGroups } from '../../../../src-renderer/admin/features/preview/matrix/matrix-rows';
import { setOf, typesOf } from './preview-fixtures';

const HEIGHTS = { group: 33, type: 29 };
const many = Object.fromEntries(
  Array.from({ length: 6000 }, (_, at) => [`group${at % 40}.type${at}`, at % 3 === 0 ? ['beta'] : []]),
);
const groups = matrixGroups(typesOf(many), [setOf('A'), setOf('B', 'beta')], {
  all: true,
  search: '',
  keep: [],
});
const lines = linesOf(groups);
const tops = lineTops(lines, HEIGHTS);

describe('the window on the matrix', () => {
  it('has a line for every group and every event type, none left out', () => {
    expect(lines).toHaveLength(6040);
    expect(tops.at(-1)).toBe(40 * HEIGHTS.group + 6000 * HEIGHTS.type);
  });

  it('draws what is in sight and little more, and room for the rest, wherever it is scrolled', () => {
    fc.assert(
      fc.property(fc.nat(180_000), fc.integer({ min: 200, max: 1500 }), fc.nat(6039), (top, height, kept) => {
        const drawn = drawnLines(tops, top, height, kept);
        const shown = drawn.flatMap((part) => (part.kind === 'line' ? [part.at] : []));
        expect(shown.length).toBeLessThan(height / HEIGHTS.type + 25);
        expect(shown).toContain(kept);
        const inSight = lines.flatMap((_, at) =>
          (tops[at + 1] ?? 0) > top && (tops[at] ?? 0) < top + height ? [at] : [],
        );
        for (const at of inSight) expect(shown).toContain(at);
        const all = drawn.reduce((sum, part) => {
          if (part.kind === 'room') return sum + part.heightPx;
          expect(sum).toBe(tops[part.at]);
          return sum + (lines[part.at]?.kind === 'group' ? HEIGHTS.group : HEIGHTS.type);
        }, 0);
        expect(all).toBe(tops.at(-1));
      }),
    );
  });

  it('draws nothing of nothing', () => {
    expect(drawnLines(lineTops([], HEIGHTS), 0, 900, -1)).toEqual([]);
  });
});

describe('the keys of the matrix', () => {
  const size = { rows: 100, columns: 3, page: 20 };
  const reached = (row: number, column: number, key: string) => cellAfterKey({ row, column }, key, size);

  it('lead by one, by what is in sight, and to both ends, and never out of the grid', () => {
    expect(reached(5, 1, 'ArrowDown')).toEqual({ row: 6, column: 1 });
    expect(reached(5, 1, 'ArrowLeft')).toEqual({ row: 5, column: 0 });
    expect(reached(5, 1, 'PageDown')).toEqual({ row: 25, column: 1 });
    expect(reached(95, 1, 'PageDown')).toEqual({ row: 99, column: 1 });
    expect(reached(5, 1, 'End')).toEqual({ row: 99, column: 1 });
    expect(reached(5, 1, 'Home')).toEqual({ row: 0, column: 1 });
    expect(reached(0, 0, 'ArrowUp')).toEqual({ row: 0, column: 0 });
    expect(reached(0, 2, 'ArrowRight')).toEqual({ row: 0, column: 2 });
    expect(reached(0, 0, 'm')).toBeNull();
  });
});
