import { describe, expect, it } from 'vitest';
import { fuseBarGeometry, fuseBarLabel } from '../../../src-renderer/ui/fuse-bar-geometry';

describe('the fuse bar', () => {
  it('has its limit at four fifths, and the tolerance above it to 5 %', () => {
    const { fill, zone, needle, isOver } = fuseBarGeometry(125, 250, 250);
    expect(fill).toBeCloseTo(0.4);
    expect(zone?.from).toBeCloseTo(0.8);
    expect(zone?.until).toBeCloseTo(0.84);
    expect(needle).toBeCloseTo(0.8);
    expect(isOver).toBe(false);
  });

  it('keeps the needle at its end when more arrives than it can show', () => {
    expect(fuseBarGeometry(250, 9000, 250)).toMatchObject({ needle: 1, isOver: true });
  });

  it('has neither zone nor needle where there is no limit and no traffic', () => {
    expect(fuseBarGeometry(0, 0, null)).toEqual({ fill: 0, zone: null, needle: null, isOver: false });
  });

  it('says the same in words', () => {
    const label = (ratePerS: number, limit: number | null, isInherited: boolean, failedPerS = 0) =>
      fuseBarLabel({ ratePerS, failedPerS, limit, isInherited });
    expect(label(212, 250, true)).toBe('212 of 250/s, inherited');
    expect(label(9.84, 10, false)).toBe('9.8 of 10/s');
    expect(label(1204.4, null, true)).toBe('1,204/s, no limit');
    expect(label(10, 10, true, 4)).toBe('10 of 10/s, 4/s fail, inherited');
  });
});
