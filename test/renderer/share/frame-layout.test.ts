import { describe, expect, it } from 'vitest';
import { frameLayout } from '../../../src-renderer/share/frame-layout';

const on = (roomPx: number, widthPx: number, count: number) =>
  frameLayout({ roomPx, heightPx: 800, widthPx, count });

describe('the frames of a share link', () => {
  it('shared frames stand side by side, scaled down as long as they are readable', () => {
    expect(on(1416, 834, 2)).toMatchObject({ isStacked: false, windowPx: 766 });
    expect(on(1416, 834, 2).scale).toBeCloseTo(700 / 834);
    expect(on(2000, 834, 2).scale).toBe(1);
    // Four would be a fifth of their size: they scroll sideways instead.
    expect(on(800, 834, 4).scale).toBe(0.6);
    expect(on(800, 390, 4).scale).toBeCloseTo(320 / 390);
  });

  it('shared frames are stacked on a narrow screen, so that the next one is partly visible', () => {
    expect(on(358, 834, 2)).toEqual({ isStacked: true, scale: 0.6, windowPx: 640 });
    expect(on(358, 390, 2).scale).toBeCloseTo(358 / 390);
    expect(frameLayout({ roomPx: 358, heightPx: 200, widthPx: 390, count: 1 }).windowPx).toBe(320);
  });
});
