import { expect, test } from 'vitest';
import { FairQueue } from '../../../src-server/catalog/workers/fair-queue';

const anyone = () => true;

function queueOf(...items: readonly (readonly [key: string, item: string])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [key, item] of items) queue.add(key, item);
  return queue;
}

function takeEach(queue: FairQueue<string>): (string | undefined)[] {
  const taken: (string | undefined)[] = [];
  for (let item = queue.take(anyone); item !== undefined; item = queue.take(anyone)) taken.push(item);
  return taken;
}

test('the fair queue serves every caller once before any caller twice', () => {
  const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['c', 'c2']);
  expect(takeEach(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('the fair queue skips a caller that is not free, which keeps its turn', () => {
  const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['b', 'b2']);
  expect(queue.take((key) => key !== 'a')).toBe('b1');
  expect(queue.take(() => false)).toBeUndefined();
  expect(takeEach(queue)).toEqual(['a1', 'b2']);
});

test('the fair queue never serves a removed entry, and removing it again does nothing', () => {
  const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
  queue.remove('a', 'a1');
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('nobody', 'x');
  expect([queue.countOf('a'), queue.countOf('b')]).toEqual([1, 0]);
  expect(queue.takeAll()).toEqual(['a2']);
  expect(queue.take(anyone)).toBeUndefined();
});
