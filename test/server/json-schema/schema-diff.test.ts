import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOrdered } from '../../../src-server/json-schema/ordered-json';
import { formatPath, schemaDiff } from '../../../src-server/json-schema/schema-diff';
import { share } from '../../support/share';

const lines = (before: unknown, after: unknown) =>
  schemaDiff(before, after).changes.map(
    ({ effect, path, text }) => `${effect} | ${formatPath(path)}: ${text}`,
  );
/** Two schemas that differ in one field only. */
const field = (before: object | boolean, after: object | boolean) =>
  lines({ type: 'object', properties: { a: before } }, { type: 'object', properties: { a: after } });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

function option(title: string, key: string) {
  return { title, type: 'object', properties: { [key]: { type: 'string' } } };
}

describe('schemaDiff', () => {
  it('finds the fields by path in words, through objects, items, references and allOf', () => {
    const before = {
      type: 'object',
      properties: {
        data: { $ref: '#/definitions/invoice' },
        lines: { type: 'array', items: { allOf: [{ $ref: '#/definitions/line' }] } },
      },
      definitions: {
        invoice: object({ total: { type: 'number' }, note: { type: 'string' } }),
        line: object({ sku: { type: 'string', minLength: 1 } }),
      },
    };
    const after = {
      type: 'object',
      properties: {
        data: object({ total: { type: 'string' }, paid: { type: 'boolean' } }, { required: ['paid'] }),
        lines: { type: 'array', items: object({ sku: { type: 'string', minLength: 3 } }) },
      },
    };
    expect(lines(before, after)).toEqual([
      'breaking | data > total: number becomes string',
      'compatible | data > paid: added (boolean, required)',
      'breaking | data > note: removed (string, optional)',
      'compatible | lines > each item > sku: at least 1 character becomes at least 3 characters',
    ]);
    expect(schemaDiff(before, after)).toMatchObject({ summary: '+1 −1 ~2', verdict: 'breaking', more: 0 });
  });

  it('takes the same schema for the same, however it is written', () => {
    expect(
      schemaDiff(
        { type: ['string', 'null'], enum: ['a', 'b', null], title: 'T' },
        { title: 'T', enum: [null, 'b', 'a'], type: ['null', 'string'] },
      ),
    ).toEqual({ changes: [], more: 0, summary: '', verdict: null });
    expect(schemaDiff(null, undefined).verdict).toBeNull();
    const inline = schemaDiff(
      object({ a: object({ b: { type: 'string' } }) }),
      object({ a: { $ref: '#/definitions/a' } }, { definitions: { a: object({ b: { type: 'string' } }) } }),
    );
    expect(inline.changes.map(({ kind }) => kind)).toEqual(['details-changed']);
  });

  it('reads "X or null" the same whichever way it is written', () => {
    const [a, b] = [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }];
    expect(field(a, b)).toEqual([
      'compatible | the whole event: details change that are not visible in a field',
    ]);
    expect(field({ type: 'string' }, a)).toEqual(['breaking | a: string becomes string or null']);
    expect(field(a, { type: 'string' })).toEqual(['compatible | a: string or null becomes string']);
  });

  it('joins the two ways to write a bound, and takes the stricter of several', () => {
    expect(field({ minimum: 0 }, { exclusiveMinimum: 0 })).toEqual([
      'compatible | a: at least 0 becomes more than 0',
    ]);
    expect(field({ maximum: 5 }, { allOf: [{ maximum: 9 }, { maximum: 5 }] })).toEqual([
      'compatible | the whole event: details change that are not visible in a field',
    ]);
    expect(field({ multipleOf: 5 }, { multipleOf: 10 })).toEqual([
      'compatible | a: multiple of 5 becomes multiple of 10',
    ]);
  });

  it('compares each form of a choice with itself, whatever became of the order', () => {
    const card = (pan: object) => ({ title: 'Card', type: 'object', properties: { pan } });
    const before = { oneOf: [card({ type: 'string' }), option('Bank', 'iban')] };
    const after = { oneOf: [option('Bank', 'iban'), card({ type: 'integer' })] };
    expect(lines(before, after)).toEqual(['breaking | Card > pan: string becomes integer']);
  });

  it('compares one form with the most like it when it becomes one of several, and back', () => {
    const bank = object({ iban: { type: 'string' } });
    const choice = { oneOf: [option('Card', 'pan'), { title: 'Bank', ...bank }] };
    expect(lines(bank, choice)).toEqual([
      'unclear | the whole event: can also be Card',
      'compatible | the whole event: gets a title',
    ]);
    expect(lines(choice, bank)).toEqual([
      'compatible | the whole event: is no longer Card',
      'compatible | the whole event: loses its title',
    ]);
  });

  it('tells a change of a schema that contains itself once at each field', () => {
    const tree = (value: object) => ({
      type: 'object',
      properties: { value, left: { $ref: '#' }, right: { $ref: '#' } },
    });
    expect(lines(tree({ type: 'string' }), tree({ type: 'integer' }))).toEqual([
      'breaking | value: string becomes integer',
    ]);
    expect(lines({ oneOf: [{ $ref: '#' }, object({ a: {} })] }, { type: 'string' }).length).toBeGreaterThan(
      0,
    );
    expect(schemaDiff({ $ref: '#' }, { $ref: '#/definitions/x' }).changes.length).toBeGreaterThan(0);
  });

  it('counts what it does not list, with its sign and its effect', () => {
    const many = (type: string) =>
      object(Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`f${index}`, { type }])));
    const diff = schemaDiff({ ...many('string'), description: 'x' }, many('integer'));
    expect(diff).toMatchObject({ more: 201, summary: '~701', verdict: 'breaking' });
    expect(diff.changes).toHaveLength(500);
  });

  it('takes the items of several tuples and the rules of several layers each for themselves', () => {
    const text = { items: [{ type: 'string' }], additionalItems: { type: 'string' } };
    const when = (type: string, needed: string) => ({
      if: { properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
      then: { required: [needed] },
    });
    const schema = {
      allOf: [text, when('card', 'number'), when('bank', 'iban')],
      items: [{ maxLength: 3 }, {}],
      additionalItems: { maxLength: 9 },
    };
    const kinds = (after: object) => schemaDiff(schema, after).changes.map(({ kind }) => kind);
    expect(kinds({ ...structuredClone(schema), 'x-added': 1 })).toEqual(['details-changed']);
    expect(kinds({ ...schema, allOf: [text, when('bank', 'iban'), when('card', 'number')] })).toEqual([]);
    expect(kinds({ ...schema, items: [{ maxLength: 2 }, {}] })).toEqual(['constraint-tightened']);
    expect(kinds({ ...schema, additionalItems: { maxLength: 10 } })).toEqual(['constraint-loosened']);
    expect(kinds({ ...schema, allOf: [text, when('card', 'number')] })).toEqual(['constraint-loosened']);
  });

  it('treats keys named like parts of JavaScript as fields', () => {
    const schema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    );
    expect(lines({ properties: {} }, schema)).toEqual([
      'compatible | __proto__: added (string, optional)',
      'compatible | constructor: added (string, optional)',
    ]);
  });
});

/** Values with keywords of JSON Schema, whether or not they make sense. */
const keyword = fc.constantFrom(
  ...'type properties required items enum const oneOf anyOf allOf not if then $ref definitions minimum'.split(
    ' ',
  ),
  ...'maxLength additionalProperties patternProperties dependencies title description default x-a a'.split(
    ' ',
  ),
);
const { anySchema } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<unknown>('string', 'object', 'null', '#', '#/definitions/a', true, false, null, 3, 'a'),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  list: fc.array(tie('anySchema'), { maxLength: 4 }),
  object: fc.dictionary(keyword, tie('anySchema'), { maxKeys: 5 }),
  anySchema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('object')),
}));

describe('schemaDiff on anything', () => {
  it('finds nothing between a schema and itself', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(schemaDiff(schema, structuredClone(schema)).changes).toEqual([]);
      }),
      { numRuns: share(500) },
    );
  });

  it('finds only a detail where nothing but an unknown word is added, so the fields agree with themselves', () => {
    fc.assert(
      fc.property(fc.dictionary(keyword, anySchema, { maxKeys: 6 }), (schema) => {
        const { changes } = schemaDiff(schema, { ...structuredClone(schema), 'x-added': 1 });
        expect(changes.map(({ kind }) => kind)).toEqual(['details-changed']);
      }),
      { numRuns: share(1000) },
    );
  });

  it('never throws, and finds something exactly where something differs', () => {
    fc.assert(
      fc.property(anySchema, anySchema, (before, after) => {
        const diff = schemaDiff(before, after);
        expect(diff.verdict === null).toBe(diff.changes.length === 0);
        expect(diff.summary === '').toBe(diff.changes.length === 0);
      }),
      { numRuns: share(1000) },
    );
  });
});

describe('schemaDiff on what is meant to hurt', () => {
  it('ends on a bomb of references, of which each level is used twice', () => {
    const bomb = (leaf: string) => ({
      $ref: '#/definitions/a0',
      definitions: Object.fromEntries(
        Array.from({ length: 30 }, (_, level) => [
          `a${level}`,
          level === 29
            ? { type: leaf }
            : object({
                x: { $ref: `#/definitions/a${level + 1}` },
                y: { $ref: `#/definitions/a${level + 1}` },
              }),
        ]),
      ),
    });
    const same = schemaDiff(bomb('string'), { ...bomb('string'), 'x-note': 1 });
    expect(same.changes.map(({ kind }) => kind)).toEqual(['details-changed']);
    const different = schemaDiff(bomb('string'), bomb('integer'));
    expect(different).toMatchObject({ verdict: 'breaking' });
    expect(different.changes).toHaveLength(500);
  });

  it('ends on endless depth, on very many fields and on very many options', () => {
    const deep = (leaf: unknown) => {
      let schema = leaf;
      for (let level = 0; level < 20_000; level += 1) schema = { properties: { a: schema } };
      return schema;
    };
    expect(schemaDiff(deep(true), deep(false)).verdict).toBe('unclear');
    const wide = (type: string) =>
      object(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f${index}`, { type }])));
    expect(schemaDiff(wide('string'), wide('integer')).verdict).toBe('breaking');
    const choice = (start: number) => ({
      oneOf: Array.from({ length: 20_000 }, (_, index) => ({ const: index + start })),
    });
    expect(schemaDiff(choice(0), choice(5)).changes.length).toBeGreaterThan(0);
  });
});

it('tells numbers as they are spelled, also those that are one double', () => {
  const diff = (before: string, after: string) =>
    schemaDiff(parseOrdered(before), parseOrdered(after)).changes.map(
      ({ path, text }) => `${formatPath(path)}: ${text}`,
    );
  const big = (digit: number) => `922337203685477580${digit}`;
  expect(diff(`{"maximum":${big(7)}}`, `{"maximum":${big(6)}}`)).toEqual([
    `the whole event: at most ${big(7)} becomes at most ${big(6)}`,
  ]);
  expect(diff('{"minimum":1}', '{"minimum":2.0}')).toEqual([
    'the whole event: at least 1 becomes at least 2.0',
  ]);
  expect(diff('{"minimum":2}', '{"minimum":2.0}')).toEqual([]);
  expect(diff(`{"const":${big(7)}}`, `{"const":${big(6)}}`)).toEqual([
    `the whole event: ${big(7)} becomes ${big(6)}`,
  ]);
  expect(diff('{"enum":[1.0,2]}', '{"enum":[1,2,3.0]}')).toEqual(['the whole event: can also be 3.0']);
  expect(diff('{"default":1.0}', '{"default":2.50}')).toEqual([
    'the whole event: its default 1.0 becomes 2.50',
  ]);
  expect(diff(`{"multipleOf":${big(7)}}`, `{"multipleOf":${big(6)}}`)).toHaveLength(1);
});
