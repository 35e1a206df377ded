import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnRows } from '../../../src-renderer/ui/virtual-grid/drawn-rows';

describe('the rows of a virtual list', () => {
  it('a virtual list draws the rows in view and the active one, each once and in order', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(60), fc.integer({ min: -1, max: 10_050 }), (from, length, active) => {
        const shown = Array.from({ length: Math.min(length, 10_000 - from) }, (_, step) => from + step);
        const drawn = drawnRows(shown, active, 10_000);
        const wanted = active >= 0 && active < 10_000 ? [...shown, active] : shown;
        expect(drawn).toEqual([...new Set(wanted)].sort((a, b) => a - b));
      }),
    );
  });

  it('an empty virtual list draws no rows', () => {
    expect(drawnRows([], 0, 0)).toEqual([]);
  });
});
