import { describe, expect, it } from 'vitest';
import { frameScale, planFrames } from '../../../../src-renderer/admin/features/preview/frames/frame-plan';
import {
  mayGo,
  mirroredPoint,
  typeOfPath,
} from '../../../../src-renderer/admin/features/preview/frames/mirror';
import { setOf, typesOf } from './preview-fixtures';

const TYPES = typesOf({ 'a.one': [], 'a.two': ['beta'], 'b.one': [] });

describe('what a frame is told', () => {
  it('is never a page whose address names an event type that it must not know', () => {
    expect(mayGo('/catalog/a.two', new Set(['a.one']))).toBe(false);
    expect(mayGo('/catalog/a%2Etwo', new Set(['a.one']))).toBe(false);
    expect(mayGo('/catalog/%', new Set())).toBe(true);
    expect(mayGo('/catalog/a.one', new Set(['a.one']))).toBe(true);
    expect(mayGo('/endpoints/new', new Set())).toBe(true);
    expect([typeOfPath('/catalog'), typeOfPath('/catalog/x/y'), typeOfPath('/catalog/x')]).toEqual([
      null,
      null,
      'x',
    ]);
  });

  it('is to scroll to the same event type, else to the nearest one before that it shows', () => {
    const at = (anchor: string | null) => ({ anchor, topPx: 10, fraction: 0.5 });
    expect(mirroredPoint(at('a.two'), TYPES, new Set(['a.one', 'a.two']))).toEqual(at('a.two'));
    expect(mirroredPoint(at('a.two'), TYPES, new Set(['a.one', 'b.one']))).toEqual(at('a.one'));
    expect(mirroredPoint(at('a.one'), TYPES, new Set(['b.one']))).toEqual(at(null));
    expect(mirroredPoint(at('unknown'), TYPES, new Set(['b.one']))).toEqual(at(null));
  });
});

describe('the frames', () => {
  it('are one for each set, two where both themes are wanted, and four at most', () => {
    const sets = [setOf('A'), setOf('B', 'b'), setOf('C', 'c')];
    expect(planFrames(sets, 'dark').map(({ key, theme }) => [key, theme])).toEqual([
      ['A', 'dark'],
      ['B', 'dark'],
      ['C', 'dark'],
    ]);
    expect(planFrames(sets, 'both').map(({ key }) => key)).toEqual([
      'A light',
      'A dark',
      'B light',
      'B dark',
    ]);
  });

  it('shrink to fit and never grow, but stay wide enough to be read', () => {
    expect(frameScale(1016, 1000, 2, true)).toBe(0.5);
    expect(frameScale(1016, 390, 2, true)).toBe(1);
    expect(frameScale(1016, 1000, 2, false)).toBe(1);
    expect(frameScale(300, 1000, 4, true)).toBe(0.24);
  });
});
