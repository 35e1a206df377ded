import { describe, expect, it } from 'vitest';
import { planFrames } from '../../../../src-renderer/admin/features/preview/frames/frame-plan';
import { frameScale } from '../../../../src-renderer/shared/preview-frames/frame-scale';
import { mayGo, mirroredPoint, typeOfPath } from '../../../../src-renderer/shared/preview-frames/mirror';
import { setOf, typesOf } from './preview-fixtures';

const TYPES = typesOf({ 'a.one': [], 'a.two': ['beta'], 'b.one': [] });

describe('mirroring between preview frames', () => {
  it('a frame is never sent to a page whose URL names an event type hidden from it', () => {
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

  it('a frame scrolls to the same event type, or to the nearest visible one before it', () => {
    const at = (anchor: string | null) => ({ anchor, topPx: 10, fraction: 0.5 });
    expect(mirroredPoint(at('a.two'), TYPES, new Set(['a.one', 'a.two']))).toEqual(at('a.two'));
    expect(mirroredPoint(at('a.two'), TYPES, new Set(['a.one', 'b.one']))).toEqual(at('a.one'));
    expect(mirroredPoint(at('a.one'), TYPES, new Set(['b.one']))).toEqual(at(null));
    expect(mirroredPoint(at('unknown'), TYPES, new Set(['b.one']))).toEqual(at(null));
  });
});

describe('the layout of the preview frames', () => {
  it('each flag set gets one frame, or one per theme, and sets that do not fit are named', () => {
    const sets = [setOf('A'), setOf('B', 'b'), setOf('C', 'c'), setOf('D', 'd'), setOf('E', 'e')];
    const plan = (count: number, theme: 'dark' | 'both', from = '') => {
      const { frames, leftOut } = planFrames(sets.slice(0, count), theme, from);
      return [
        frames.map((frame) => `${frame.set.letter} ${frame.theme}`),
        leftOut.map(({ letter }) => letter),
      ];
    };
    expect(plan(3, 'dark')).toEqual([['A dark', 'B dark', 'C dark'], []]);
    expect(plan(2, 'both')).toEqual([['A light', 'A dark', 'B light', 'B dark'], []]);
    expect(plan(3, 'both')).toEqual([['A light', 'A dark', 'B light', 'B dark'], ['C']]);
    // No set loses a theme, wherever the frames begin.
    expect(plan(4, 'both', 'set_C')).toEqual([
      ['C light', 'C dark', 'D light', 'D dark'],
      ['A', 'B'],
    ]);
    expect(plan(3, 'both', 'set_C')).toEqual([
      ['C light', 'C dark'],
      ['A', 'B'],
    ]);
    expect(plan(5, 'dark')).toEqual([['A dark', 'B dark', 'C dark', 'D dark'], ['E']]);
    expect(plan(5, 'dark', 'set_E')).toEqual([['E dark'], ['A', 'B', 'C', 'D']]);
    // Where all of them fit, none is left out.
    expect(plan(2, 'dark', 'set_B')).toEqual([['A dark', 'B dark'], []]);
  });

  it('frames shrink to fit, never grow, and keep their true width where they would be unreadable', () => {
    expect(frameScale(1216, 1000, 2, null)).toBe(0.6);
    expect(frameScale(1016, 390, 2, null)).toBe(1);
    expect(frameScale(1216, 1000, 2, 100)).toBe(1);
    expect(frameScale(1216, 1000, 2, 50)).toBe(0.5);
    expect(frameScale(300, 1000, 4, 150)).toBe(1.5);
    expect(frameScale(300, 1000, 4, null)).toBe(1);
    expect(frameScale(1000, 834, 4, null)).toBe(1);
  });
});
