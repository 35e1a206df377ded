import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Histogram } from '../../../src-server/base/histogram';

test('each value counts in the first step that it fits, and one above all of them in the sums alone', () => {
  const histogram = new Histogram([1, 2, 4]);
  for (const value of [0, 0.5, 1, 1.5, 4, 7]) histogram.observe(value);
  expect(histogram.counts).toEqual([3, 1, 1]);
  expect([histogram.count, histogram.sum]).toEqual([6, 14]);
});

test('a value costs less than a microsecond', () => {
  const histogram = new Histogram([0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80]);
  const rounds = Array.from({ length: 7 }, () => {
    const start = performance.now();
    for (let n = 0; n < 100_000; n += 1) histogram.observe(n % 100);
    return ((performance.now() - start) / 100_000) * 1e6;
  });
  expect(Math.min(...rounds)).toBeLessThan(1000);
});
