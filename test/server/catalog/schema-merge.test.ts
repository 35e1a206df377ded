import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSchemas, problemOf } from '../../../src-server/catalog/checks/schema-merge';
import { parseOrdered, stringifyOrdered } from '../../../src-server/json-schema/ordered-json';

const fields = (properties: object, required?: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required ? { required } : {}),
});

describe('two changes of one schema', () => {
  const baseline = fields({ a: { type: 'string' }, b: { type: 'number' }, c: true }, ['a', 'b']);

  it('changes of different fields are merged', () => {
    const catalog = fields({ a: { type: 'string', maxLength: 9 }, b: { type: 'number' }, c: true, m: {} }, [
      'a',
      'b',
      'm',
    ]);
    const document = fields({ a: { type: 'string' }, b: { type: 'integer' }, d: {} }, ['b', 'd']);
    const { schema, places } = mergeSchemas({ baseline, catalog, document });
    expect(places).toEqual([]);
    expect(schema).toEqual(
      fields({ a: { type: 'string', maxLength: 9 }, b: { type: 'integer' }, d: {}, m: {} }, ['b', 'd', 'm']),
    );
  });

  it('changes conflict only where both changed the same place, and each place is decided separately', () => {
    const catalog = fields({
      a: { type: 'string', maxLength: 9 },
      b: { type: 'number', minimum: 1 },
      c: true,
    });
    const document = fields({ a: { type: 'string', maxLength: 5 }, b: { type: 'number' } });
    const given = {
      baseline: fields({ a: { type: 'string', maxLength: 1 }, b: { type: 'number' }, c: {} }),
      catalog,
      document,
    };
    expect(mergeSchemas(given).places).toEqual([
      { pointer: '/properties/a/maxLength', baseline: 1, catalog: 9, document: 5 },
      { pointer: '/properties/c', baseline: {}, catalog: true },
    ]);
    const { schema } = mergeSchemas(given, (pointer) =>
      pointer === '/properties/c' ? 'catalog' : 'document',
    );
    expect(schema).toEqual(
      fields({ a: { type: 'string', maxLength: 5 }, b: { type: 'number', minimum: 1 }, c: true }),
    );
  });

  it('lists that are sets are merged, and other lists conflict as a whole', () => {
    const type = (more: object) => ({ type: ['string'], properties: { enum: [1] }, items: [1], ...more });
    const { schema, places } = mergeSchemas({
      baseline: type({}),
      catalog: type({ type: ['string', 'null'], properties: { enum: [2] }, items: [1, 2] }),
      document: type({ type: ['integer'], properties: { enum: [3] }, items: [1, 3] }),
    });
    expect(schema).toMatchObject({ type: ['integer', 'null'] });
    expect(places?.map(({ pointer }) => pointer)).toEqual(['/properties/enum', '/items']);
  });

  it('too many conflicts to decide one by one are decided as a whole', () => {
    const of = (value: number) => Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, value]));
    expect(mergeSchemas({ baseline: of(0), catalog: of(1), document: of(2) }).places).toBeNull();
  });

  it('a merged schema with a dangling reference or an invalid type is reported', () => {
    expect(problemOf({ $ref: '#/definitions/a~1b', definitions: { 'a/b': {} } })).toBeNull();
    expect(problemOf({ items: { $ref: '#/definitions/gone' } })).toContain('gone');
    expect(problemOf({ $ref: '#/definitions/a%20b', definitions: { 'a b': {} } })).toBeNull();
    expect(problemOf({ type: 'text' })).not.toBeNull();
  });
});

describe('any three schemas', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
  const take = (
    baseline: unknown,
    catalog: unknown,
    document: unknown,
    side: 'catalog' | 'document' = 'document',
  ) => mergeSchemas({ baseline, catalog, document }, () => side);

  it('an unchanged side of a merge yields to the other, and equal changes do not conflict', () => {
    fc.assert(
      fc.property(json, json, (base, other) => {
        expect(take(base, base, other)).toMatchObject({ schema: other, places: [] });
        expect(take(base, other, base).schema).toEqual(other);
        expect(take(base, other, other)).toMatchObject({ schema: other, places: [] });
      }),
    );
  });

  it('a merged schema has no new conflict when it is merged with either side again', () => {
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const { schema } = take(base, mine, theirs, 'catalog');
        expect(take(theirs, schema, theirs).schema).toEqual(schema);
      }),
    );
  });
});

it('a merge compares numbers as spelled, also those that are the same double', () => {
  const of = (text: string) => parseOrdered(`{"type":"object",${text}}`);
  const merged = (baseline: string, catalog: string, document: string) => {
    const { schema, places } = mergeSchemas({
      baseline: of(baseline),
      catalog: of(catalog),
      document: of(document),
    });
    return [stringifyOrdered(schema).slice('{"type":"object",'.length, -1), stringifyOrdered(places)];
  };
  const [old, mine, theirs] = ['7', '6', '5'].map((digit) => `"a":922337203685477580${digit}`) as [
    string,
    string,
    string,
  ];
  expect(merged(`${old},"b":1`, `${mine},"b":1`, `${old},"b":2.0`)).toEqual([`${mine},"b":2.0`, '[]']);
  expect(merged(old, mine, '"a":9223372036854776000')).toEqual([
    '"a":9223372036854776000',
    `[{"pointer":"/a","baseline":9223372036854775807,"catalog":9223372036854775806,"document":9223372036854776000}]`,
  ]);
  expect(merged(`"enum":[1,2.0]`, `"enum":[1,2.0,3.0]`, `"enum":[2.0,1e1]`)[0]).toBe('"enum":[2.0,1e1,3.0]');
  expect(merged(old, mine, theirs)[0]).toBe(theirs);
});
