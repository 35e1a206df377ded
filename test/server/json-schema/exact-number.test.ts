import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src-server/json-schema/canonical-json';
import { compareNumbers, exactNumber } from '../../../src-server/json-schema/exact-number';
import { parseOrdered } from '../../../src-server/json-schema/ordered-json';

const exact = (text: string) => exactNumber({ holder: parseOrdered(`[${text}]`) as object, key: 0 });

test.each([
  ['2', '2.0', '2.00e0', '20e-1', '0.2E+1'],
  ['0', '-0', '0.0', '-0.0e5'],
  ['1e400', '10E399', '0.1e401'],
  ['9223372036854775807', '9223372036854775807.0', '922337203685477580.7e1'],
  ['1e-7', '0.0000001', '0.10e-6'],
])('%s is the same number as %s', (text, ...others) => {
  for (const other of others) expect(exact(other)).toBe(exact(text));
});

test.each([
  ['9223372036854775807', '9223372036854775806'],
  ['1e400', '1e401'],
  ['1e400', '-1e400'],
  ['0.1', '0.10000000000000000001'],
])('%s is another number than %s', (text, other) => {
  expect(exact(other)).not.toBe(exact(text));
});

test.each([
  ['9007199254740992', '9007199254740993'],
  ['-9007199254740993', '-9007199254740992'],
  ['-1e-400', '0'],
  ['0', '1e-400'],
  ['-1', '0.5'],
  ['1e400', '1.1e400'],
  ['9.9e400', '1e401'],
])('%s is less than %s', (less, more) => {
  const [a, b] = [less, more].map((text) => ({ holder: parseOrdered(`[${text}]`) as object, key: 0 }));
  if (!a || !b) throw new Error('two numbers are compared');
  expect(compareNumbers(a, b)).toBeLessThan(0);
  expect(compareNumbers(b, a)).toBeGreaterThan(0);
  expect(compareNumbers(a, a)).toBe(0);
});

test('what is no number has none, and a number of millions of digits takes no time', () => {
  expect(exact('"2"')).toBeNull();
  expect(exact(`1e${'9'.repeat(1_000_000)}`)).not.toBe(exact('1e9'));
  expect(exact(`0.${'0'.repeat(1_000_000)}1`)).not.toBe(exact('0'));
});

test('values are equal as text when their numbers are', () => {
  const canonical = (text: string) => canonicalJson(parseOrdered(text));
  expect(canonical('{"a":[2.0,{"b":1e3}]}')).toBe(canonical('{"a":[2,{"b":1000}]}'));
  expect(canonical('{"a":9223372036854775807}')).not.toBe(canonical('{"a":9223372036854775806}'));
});
