import { expect, it } from 'vitest';
import { ExampleCache } from '../../../src-server/catalog/examples/example-cache';

function counting(maxEntries: number) {
  const made: unknown[] = [];
  const cache = new ExampleCache(maxEntries, (schema) => {
    made.push(schema);
    return { example: String(made.length), source: 'generated', fits: true, problems: [], variants: [] };
  });
  return { cache, made };
}

it('the example of a schema is generated only once', () => {
  const { cache, made } = counting(10);
  expect(cache.exampleFor('{"type":"string"}').example).toBe('1');
  expect(cache.exampleFor('{"type":"string"}').example).toBe('1');
  expect(made).toHaveLength(1);
});

it('the example cache evicts its least recently used entry', () => {
  const { cache, made } = counting(2);
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) cache.exampleFor(`"${name}"`);
  expect(made).toEqual(['"a"', '"b"', '"c"', '"b"']);
});

it('an example that could not be checked is generated again, at most three times', () => {
  let made = 0;
  const cache = new ExampleCache(10, () => {
    made += 1;
    return { example: '{}', source: 'generated', fits: false, problems: [], variants: [] };
  });
  for (let n = 0; n < 10; n += 1) cache.exampleFor('{}');
  expect(made).toBe(3);
});

it('a schema too deep to check gets an example too', () => {
  const deep = `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
  expect(new ExampleCache().exampleFor(deep)).toMatchObject({
    example: '{}',
    source: 'generated',
    fits: false,
  });
});
