import { describe, expect, it } from 'vitest';
import { ExampleCache } from '../../../src-server/catalog/examples/example-cache';
import { exampleFor as exampleTextFor } from '../../../src-server/catalog/examples/example-event';
import { samplePattern } from '../../../src-server/catalog/examples/pattern-sample';
import { exampleFor } from '../../support/example-for';

describe("the author's example", () => {
  it.each([
    [{ type: 'object', examples: [{ a: 1 }, { a: 2 }], default: {} }, { a: 1 }],
    [{ type: 'integer', example: 5 }, 5],
    [{ type: 'integer', default: 6 }, 6],
    [{ const: null }, null],
  ])('an example, default or constant of the author is used: %j', (schema, example) => {
    expect(exampleFor(schema)).toMatchObject({ example, source: 'author', fits: true, problems: [] });
  });
  it.each([
    [{ type: 'integer', examples: ['x'] }, 'x', 'must be integer'],
    [{ type: 'object', example: null }, null, 'must be object'],
    [{ type: 'object', example: '{"id":"1"}' }, '{"id":"1"}', 'must be object'],
  ])(
    "an author's example that the schema refuses is reported, and another one generated: %j",
    (schema, refused, message) => {
      expect(exampleTextFor(JSON.stringify(schema))).toMatchObject({
        ...{ source: 'generated', fits: true, problems: [] },
        refusedExample: {
          example: JSON.stringify(refused),
          problems: [{ pointer: '', rule: 'type', message }],
        },
      });
    },
  );
  it("an author's example that violates the schema in its fields is used, and the violation reported", () => {
    expect(exampleFor({ type: 'object', required: ['id'], examples: [{}] })).toMatchObject({
      ...{ example: {}, source: 'author', fits: false },
      problems: [{ pointer: '/id', rule: 'required', message: 'is missing' }],
    });
  });
  it('readers are shown no example that the schema refuses, and none where none is found', () => {
    const cache = new ExampleCache();
    const readable = (schema: object) => cache.readableFor(JSON.stringify(schema))?.example ?? null;
    expect(readable({ type: 'object', required: ['id'], examples: [{}] })).toBe('{"id":"string"}');
    expect(readable({ properties: { a: { pattern: '^..$', maxLength: 1 } }, required: ['a'] })).toBeNull();
    expect(readable({ properties: { a: { type: 'string', pattern: '(?i)a' } }, required: ['a'] })).toContain(
      '"a"',
    );
  });
  it('the first of the examples of an author that the schema allows is used', () => {
    const made = exampleFor({ type: 'object', required: ['id'], examples: [null, {}, { id: 1 }, { id: 2 }] });
    expect(made).toEqual({ example: { id: 1 }, source: 'author', fits: true, problems: [], variants: [] });
  });
});

describe('a generated example', () => {
  const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
  it.each([
    [
      'null branches',
      {
        type: 'object',
        required: ['a'],
        properties: {
          a: {
            anyOf: [
              { type: 'null' },
              { type: 'object', required: ['x'], properties: { x: { type: ['null', 'string'] } } },
            ],
          },
        },
      },
    ],
    [
      'references and composition',
      {
        allOf: [ref('A'), { required: ['b'], properties: { b: { type: 'integer', minimum: 3 } } }],
        definitions: {
          A: { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 30 } } },
        },
      },
    ],
    [
      'recursion through a list',
      {
        ...{
          type: 'object',
          required: ['children'],
          properties: { children: { type: 'array', items: ref('N') } },
        },
        definitions: {
          N: {
            type: 'object',
            required: ['children'],
            properties: { children: { type: 'array', items: ref('N') } },
          },
        },
      },
    ],
    [
      'recursion through null',
      {
        ...ref('N'),
        definitions: {
          N: {
            type: 'object',
            required: ['next'],
            properties: { next: { oneOf: [ref('N'), { type: 'null' }] } },
          },
        },
      },
    ],
    ['an impossible alternative', { type: 'string', anyOf: [{ type: 'integer' }, { enum: ['b'] }] }],
    [
      'limits and multiples',
      {
        type: 'object',
        properties: {
          a: { type: 'integer', exclusiveMinimum: 6, multipleOf: 5 },
          b: { type: 'number', maximum: -1.5 },
          c: { type: 'integer', minimum: 2.5, maximum: 3.5 },
        },
      },
    ],
    [
      'formats',
      {
        type: 'object',
        properties: Object.fromEntries(
          [
            'date-time',
            'duration',
            'byte',
            'uri',
            'uuid',
            'email',
            'ipv4',
            'regex',
            'int64',
            'uri-template',
          ].map((format) => [format, { type: 'string', format }]),
        ),
      },
    ],
    ['patterns', { type: 'string', pattern: '^evt_[a-z0-9]{26}$' }],
    ['a list of a given length', { type: 'array', minItems: 25, items: { type: 'boolean' } }],
    ['a tuple', { items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false, minItems: 2 }],
    ['a map', { type: 'object', minProperties: 3, additionalProperties: { type: 'integer' } }],
    [
      'a closed object next to an open one',
      {
        allOf: [
          { properties: { a: { type: 'string' }, b: {} } },
          { additionalProperties: false, properties: { a: {} } },
        ],
      },
    ],
    ['required without a property', { type: 'object', required: ['a'] }],
    [
      'a bad example inside',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            required: ['n'],
            properties: { n: { type: 'integer' } },
            examples: [{ n: 'one' }],
          },
        },
      },
    ],
    [
      'conditions that exclude each other',
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['a', 'b', 'c'] } },
        allOf: ['a', 'b', 'c'].map((kind) =>
          JSON.parse(
            `{"if":{"properties":{"kind":{"const":"${kind}"}}},"then":{"required":["${kind}"],"properties":{"${kind}":{"type":"integer"}}}}`,
          ),
        ),
      },
    ],
    ['boolean schemas', { type: 'object', properties: { a: true, b: false } }],
  ])('a generated example is valid for %s', (_, schema) => {
    const made = exampleFor(schema);
    expect(made).toMatchObject({ source: 'generated', fits: true });
    expect(exampleFor(schema)).toEqual(made);
  });
});

describe('the example of a hostile schema', () => {
  const levels = (make: (next: object) => object) =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`L${n}`, make({ $ref: `#/definitions/L${n + 1}` })]),
    );
  const list = (items: object) => ({ type: 'array', minItems: 1000, items });
  it.each([
    [
      'with a pattern that backtracks for ever',
      { type: 'string', pattern: '^(a+)+$', examples: [`${'a'.repeat(60)}!`] },
    ],
    ['with patterns too big to compile', { type: 'string', pattern: '(x{1,9999}){1,9999}' }],
    ['with an invalid pattern', { type: 'string', pattern: '(?i)[' }],
    ['with a billion items', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
    ['with a thousand items three times nested', list(list(list({ type: 'integer' })))],
    ['with a string of 2 GB', { type: 'string', minLength: 2 ** 31 - 1 }],
    ['with a hundred million properties', { type: 'object', minProperties: 1e8 }],
    [
      'that doubles 60 times through properties',
      { $ref: '#/definitions/L0', definitions: levels((next) => ({ properties: { a: next, b: next } })) },
    ],
    [
      'that doubles 60 times through allOf',
      { $ref: '#/definitions/L0', definitions: levels((next) => ({ allOf: [next, next] })) },
    ],
    [
      'that requires itself',
      {
        $ref: '#/definitions/A',
        definitions: { A: { required: ['a'], properties: { a: { $ref: '#/definitions/A' } } } },
      },
    ],
    ['that refers to itself', { $ref: '#' }],
    ['that refers to nothing', { properties: { a: { $ref: '#/definitions/constructor' } } }],
    ['that refers to the network', { properties: { a: { $ref: 'http://127.0.0.1:1/x' } } }],
    [
      'of 20000 properties',
      {
        properties: Object.fromEntries(
          Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: 'string' }]),
        ),
      },
    ],
    [
      'with keywords of the wrong kind',
      { type: 7, properties: [], required: 'a', items: null, enum: {}, minimum: '1', allOf: {} },
    ],
    [
      'that names __proto__',
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"default":1}}}}}',
      ),
    ],
    ['that is null', null],
  ])('a hostile schema %s gets an example within three seconds of processor time', (_, schema) => {
    const start = process.cpuUsage();
    const { example } = exampleFor(schema);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
    expect((JSON.stringify(example) ?? '').length).toBeLessThan(2_000_000);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a sample of a pattern', () => {
  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}$',
    '^(?:cat|dog)s?$',
    '^[^a]b\\.c\\/$',
    '^[A-Z]{2}[\\w-]*@x$',
    '^(?<year>\\d{4})$',
    '^\\p{Lu}\\P{L}[^\\x00-\\x7F]$',
    '^(a|b)x\\1$',
  ])('a sample matches the pattern %s', (pattern) => {
    expect(samplePattern(pattern)).toMatch(new RegExp(pattern, 'u'));
  });
  it.each(['^(?=a)b$', '(', '[a', '\\p{No Such}', '*', 'x{999999}', 'a)'])(
    'no sample is generated for the pattern %s',
    (pattern) => {
      expect(samplePattern(pattern)).toBeNull();
    },
  );
});

it("a generated example keeps the author's spelling of numbers", () => {
  const schema =
    '{"properties":{"id":{"const":9223372036854775807},"rate":{"enum":[2.0]},"n":{"type":"number","default":1e3},"in":{"examples":[{"x":[3.0]}]},"t":{"const":"\\uE0002.0"}}}';
  const { example, source, fits } = exampleTextFor(schema);
  expect(example).toBe('{"id":9223372036854775807,"rate":2.0,"n":1e3,"in":{"x":[3.0]},"t":"\uE0002.0"}');
  expect([source, fits]).toEqual(['generated', true]);
});

describe('an example of a list with unique items', () => {
  const flags = { a: { type: 'boolean' }, b: { enum: [1, 2, 3] } };
  const closed = { type: 'object', required: ['a', 'b'], additionalProperties: false, properties: flags };
  const pairs = { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2 };
  it.each([
    ['strings', { type: 'string' }, 40],
    ['short strings', { type: 'string', maxLength: 1 }, 30],
    ['strings of a pattern', { type: 'string', pattern: '^[a-c]{2}$' }, 9],
    ['dates', { type: 'string', format: 'date-time' }, 400],
    ['integers within limits', { type: 'integer', minimum: 3, maximum: 7 }, 5],
    ['multiples', { type: 'number', multipleOf: 0.01, exclusiveMinimum: 0, maximum: 0.04 }, 4],
    ['enum values', { enum: ['a', 'b', null] }, 3],
    ['booleans', { type: 'boolean' }, 2],
    ['objects', closed, 6],
    ['open objects', { type: 'object', properties: { a: { const: 1 } } }, 3],
    ['lists', pairs, 4],
    ['alternatives', { anyOf: [{ const: 1 }, { type: 'boolean' }, { type: 'null' }] }, 4],
    ['alternatives that overlap', { anyOf: [{ enum: [1, 2] }, { enum: [2, 1, 3] }] }, 3],
    ['anything', {}, 5],
    ['items with an example', { type: 'string', examples: ['x'] }, 3],
  ])('a list with unique items gets a valid example: %s', (_name, items, minItems) => {
    const { example, fits, problems } = exampleFor({ type: 'array', items, minItems, uniqueItems: true });
    expect({ problems, fits }).toEqual({ problems: [], fits: true });
    expect(example).toHaveLength(minItems);
  });

  it('a list with unique items may contain a required item, or have a schema per position', () => {
    const contains = { items: { type: 'integer' }, contains: { const: 7 }, minItems: 3, uniqueItems: true };
    expect(exampleFor(contains)).toMatchObject({ fits: true, example: { length: 3 } });
    const tuple = { items: [{ type: 'boolean' }, { type: 'boolean' }, { type: 'null' }], uniqueItems: true };
    expect(exampleFor(tuple)).toMatchObject({ fits: true, example: [true, false, null] });
  });

  it.each([
    ['booleans', { type: 'boolean' }, 3],
    ['enum values', { enum: ['a', 'b'] }, 3],
    ['objects', closed, 7],
    ['lists', pairs, 5],
  ])('a list of more unique %s than exist is reported as too short', (_name, items, minItems) => {
    expect(exampleFor({ type: 'array', items, minItems, uniqueItems: true })).toMatchObject({
      fits: false,
      example: { length: minItems - 1 },
      problems: [{ rule: 'minItems', message: `must have at least ${minItems} items` }],
    });
  });
});

describe('bounds in several parts of a schema', () => {
  it.each([
    [{ type: 'string', maxLength: 40 }, { maxLength: 4 }],
    [{ type: 'string', minLength: 2 }, { minLength: 12 }],
    [{ type: 'integer', maximum: 9 }, { maximum: -3 }],
    [{ type: 'number', minimum: 1 }, { minimum: 5.5 }],
    [{ type: 'array', maxItems: 3, items: { type: 'null' } }, { maxItems: 0 }],
    [{ type: 'array', minItems: 1, items: { type: 'null' } }, { minItems: 2 }],
  ])('bounds in several parts of a schema hold together, in either order: %j and %j', (schema, other) => {
    expect(exampleFor({ allOf: [schema, other] })).toMatchObject({ fits: true });
    expect(exampleFor({ allOf: [other, schema] })).toMatchObject({ fits: true });
  });
});

describe('characters beyond the first 65,536', () => {
  it.each([
    [{ type: 'string', pattern: '^😀{2}$' }, '😀😀'],
    [{ type: 'string', pattern: '^[😀-😎]+$', minLength: 3, maxLength: 3 }, '😀😀😀'],
    [{ type: 'string', pattern: '^\\u{1F600}\\u0041$' }, '😀A'],
    [{ type: 'string', pattern: '^😀', maxLength: 1 }, '😀'],
  ])('a generated example never splits a surrogate pair: %j', (schema, example) => {
    expect(exampleFor(schema)).toMatchObject({ example, fits: true });
  });
});

describe('contents of another media type', () => {
  it.each([
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', contentMediaType: 'application/json' },
    { type: 'string', contentMediaType: 'application/json', contentEncoding: 'base64' },
  ])('an example is generated for encoded content: %j', (schema) => {
    expect(exampleFor(schema)).toMatchObject({ fits: true });
  });
});
