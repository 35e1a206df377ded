import { expect, test } from 'vitest';
import { priceOf } from '../../../src-renderer/shared/endpoint/order-field';
import { ORDER_WORDS } from '../../../src-renderer/shared/endpoint/order-words';

test.each([
  [50, 'About 20 per second, as this receiver takes 50 ms to respond.'],
  [47.6, 'About 21 per second, as this receiver takes 48 ms to respond.'],
  [0, 'About 1,000 per second, as this receiver takes 1 ms to respond.'],
  [1800, 'About 0.56 per second, as this receiver takes 1,800 ms to respond.'],
])('the price of strict order at a receiver that responds in %s ms is told as a rate', (ms, price) => {
  expect(priceOf(ms, ORDER_WORDS)).toBe(price);
});

test('the price of strict order is called unknown for a receiver that has not responded', () => {
  expect(priceOf(null, ORDER_WORDS)).toContain('not known yet');
});
