import { expect, test } from 'vitest';
import { shareData } from '../../../src-renderer/api/share-data';
import { orderedKeys, parseOrdered, stringifyOrdered } from '../../../src-server/json-schema/ordered-json';

test('unchanged data keeps its identity, and changed data shares its unchanged parts', () => {
  const before = { list: [{ a: 1 }, { b: 2 }], other: { c: 3 } };
  expect(shareData(before, structuredClone(before))).toBe(before);
  const next = shareData(before, { list: [{ a: 1 }, { b: 3 }], other: { c: 3 } }) as typeof before;
  expect(next).toEqual({ list: [{ a: 1 }, { b: 3 }], other: { c: 3 } });
  expect(next.list[0]).toBe(before.list[0]);
  expect(next.other).toBe(before.other);
});

test('data with its keys in another order is changed data, also with numeric keys', () => {
  const before = { schema: { a: 1, b: 2 } };
  const moved = shareData(before, { schema: { b: 2, a: 1 } }) as typeof before;
  expect(Object.keys(moved.schema)).toEqual(['b', 'a']);
  const numbers = parseOrdered('{"schema":{"a":1,"1":2},"n":1}');
  const next = shareData(numbers, parseOrdered('{"schema":{"a":2,"1":2},"n":1}')) as { schema: object };
  expect(orderedKeys(next.schema)).toEqual(['a', '1']);
});

test('a shorter list and keys of Object.prototype are compared by their content', () => {
  expect(shareData([1, 2, 3], [1, 2])).toEqual([1, 2]);
  expect(shareData({}, JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual(
    JSON.parse('{"__proto__":1,"constructor":2}'),
  );
});

test('a number spelled differently is changed data, and shared parts keep their spelling', () => {
  const before = parseOrdered('{"a":{"n":2.0,"list":[1.0,9223372036854775807]},"b":{"n":1e1}}');
  const same = parseOrdered('{"a":{"n":2.0,"list":[1.0,9223372036854775807]},"b":{"n":1e1}}');
  expect(shareData(before, same)).toBe(before);
  for (const text of [
    '{"a":{"n":2,"list":[1.0,9223372036854775807]},"b":{"n":1e1}}',
    '{"a":{"n":2.0,"list":[1.0,9223372036854775806]},"b":{"n":1e1}}',
  ]) {
    const next = shareData(before, parseOrdered(text)) as { b: object };
    expect(stringifyOrdered(next)).toBe(text);
    expect(next.b).toBe((before as { b: object }).b);
  }
});
