import { expect, test } from 'vitest';
import { priceOf } from '../../../src-renderer/shared/endpoint/order-field';
import { ORDER_WORDS } from '../../../src-renderer/shared/endpoint/order-words';

test.each([
  [50, 'About 20 a second at this receiver’s 50 ms.'],
  [47.6, 'About 21 a second at this receiver’s 48 ms.'],
  [0, 'About 1,000 a second at this receiver’s 1 ms.'],
  [1800, 'About 0.56 a second at this receiver’s 1,800 ms.'],
])('the price of strict order at a receiver that responds in %s ms is told as a rate', (ms, price) => {
  expect(priceOf(ms, ORDER_WORDS)).toBe(price);
});

test('the price of strict order is called unknown for a receiver that has not responded', () => {
  expect(priceOf(null, ORDER_WORDS)).toContain('not known yet');
});
