import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceRenders, RENDER_EVERY_MS } from '../../../src-renderer/admin/data/attempt-log/render-pace';

class Page extends EventTarget {
  hidden = false;
  show(visible: boolean) {
    this.hidden = !visible;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('rendering starts at once, then runs at most ten times a second, the last change included', () => {
  const draw = vi.fn();
  const pace = paceRenders(draw, new Page());
  pace.request();
  expect(draw).toHaveBeenCalledTimes(1);
  for (let step = 0; step < 1000; step++) {
    pace.request();
    vi.advanceTimersByTime(1);
  }
  expect(draw.mock.calls.length).toBeLessThanOrEqual(11);
  const before = draw.mock.calls.length;
  pace.request();
  vi.advanceTimersByTime(RENDER_EVERY_MS);
  expect(draw).toHaveBeenCalledTimes(before + 1);
  vi.advanceTimersByTime(10_000);
  expect(draw).toHaveBeenCalledTimes(before + 1);
});

it('nothing is rendered while the page is hidden, and once when it is shown again', () => {
  const page = new Page();
  const draw = vi.fn();
  const pace = paceRenders(draw, page);
  page.show(false);
  for (let step = 0; step < 50; step++) {
    pace.request();
    vi.advanceTimersByTime(RENDER_EVERY_MS);
  }
  expect(draw).not.toHaveBeenCalled();
  page.show(true);
  expect(draw).toHaveBeenCalledTimes(1);
  pace.close();
  pace.request();
  page.show(true);
  expect(draw).toHaveBeenCalledTimes(1);
});
