import { describe, expect, it } from 'vitest';
import { fuseBarGeometry, fuseBarLabel } from '../../../src-renderer/ui/fuse-bar-geometry';

describe('the rate bar', () => {
  it('the rate bar has its limit at four fifths and a tolerance of 5 % above it', () => {
    const { fill, zone, needle, isOver } = fuseBarGeometry(125, 250, 250);
    expect(fill).toBeCloseTo(0.4);
    expect(zone?.from).toBeCloseTo(0.8);
    expect(zone?.until).toBeCloseTo(0.84);
    expect(needle).toBeCloseTo(0.8);
    expect(isOver).toBe(false);
  });

  it('the needle of the rate bar stops at the end when more arrives than the bar can show', () => {
    expect(fuseBarGeometry(250, 9000, 250)).toMatchObject({ needle: 1, isOver: true });
  });

  it('the rate bar has no limit and no needle without a limit and traffic', () => {
    expect(fuseBarGeometry(0, 0, null)).toEqual({ fill: 0, zone: null, needle: null, isOver: false });
  });

  it('the rate bar is described in words with rate, limit and failures', () => {
    const label = (ratePerS: number, limit: number | null, isInherited: boolean, failedPerS = 0) =>
      fuseBarLabel({ ratePerS, failedPerS, limit, isInherited });
    expect(label(212, 250, true)).toBe('212 of 250/s, application limit');
    expect(label(9.84, 10, false)).toBe('9.8 of 10/s');
    expect(label(1204.4, null, true)).toBe('1,204/s, no limit');
    expect(label(10, 10, true, 4)).toBe('10 of 10/s, 4/s fail, application limit');
  });
});
