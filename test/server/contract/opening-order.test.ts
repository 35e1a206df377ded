import { describe, expect, it } from 'vitest';
import { OpeningOrder } from '../../../src-server/pacing/opening-order';

describe('the order of sends while a connection opens', () => {
  it('lets the next one wait until the response came', () => {
    const order = new OpeningOrder();
    expect(order.isClear).toBe(true);
    order.began(0);
    expect(order.isClear).toBe(false);
    expect(order.waitUntilUs(1000)).toBe(50_000);
    order.ended(0, 2000);
    expect(order.isClear).toBe(true);
  });

  it('loses patience after 50 ms, and finds it again with the first quick response', () => {
    const order = new OpeningOrder();
    order.began(0);
    expect(order.waitUntilUs(50_000)).toBe(50_000);
    expect(order.isClear).toBe(true);
    order.ended(0, 300_000);
    order.began(400_000);
    expect(order.isClear).toBe(true);
    order.ended(400_000, 410_000);
    order.began(500_000);
    expect(order.isClear).toBe(false);
  });

  it('does not take a slow response for a quick one because another connection was just begun', () => {
    const order = new OpeningOrder();
    order.began(0);
    order.waitUntilUs(50_000);
    order.began(299_000);
    order.ended(0, 300_000);
    expect(order.isClear).toBe(true);
  });
});
