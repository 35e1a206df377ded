import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Draft7Converter } from '../../../src-server/catalog/draft7/draft7';
import { LocalReferences } from '../../../src-server/catalog/draft7/local-reference';
import { parseOrdered } from '../../../src-server/json-schema/ordered-json';
import type { JsonObject } from '../../../src-server/json-schema/plain-json';

interface Outcome {
  schema: Record<string, unknown>;
  warnings: string[];
}

/** Converts the body schema at /body of a document with these component schemas. */
function convert(schema: unknown, version: '3.0' | '3.1', components: JsonObject = {}): Outcome {
  const root = { openapi: version, body: schema, components: { schemas: components } };
  const converter = new Draft7Converter(new LocalReferences(root), {
    siblingsCount: version !== '3.0',
    reserved: Object.keys(components),
  });
  const result = converter.convert(schema, '/body');
  if (!result.ok) throw new Error(result.reason);
  const { $schema, ...rest } = result.schema as Record<string, unknown>;
  expect($schema).toBe('http://json-schema.org/draft-07/schema#');
  return { schema: rest, warnings: result.warnings.map(({ pointer, message }) => `${pointer}: ${message}`) };
}

function refusal(schema: unknown): string {
  const converter = new Draft7Converter(new LocalReferences({ body: schema }), {
    siblingsCount: true,
    reserved: [],
  });
  const result = converter.convert(schema, '/body');
  return result.ok ? '' : result.reason;
}

const Pet = { type: 'object', properties: { name: { type: 'string' } } };
const petRef = { $ref: '#/components/schemas/Pet' };
const petDefinition = { $ref: '#/definitions/Pet' };

describe('OpenAPI 3.0 keywords in Draft 7', () => {
  it('nullable becomes a type list', () => {
    expect(convert({ type: 'string', nullable: true }, '3.0').schema).toEqual({ type: ['string', 'null'] });
  });
  it('null is added to the enum of a nullable schema', () => {
    expect(convert({ type: 'string', nullable: true, enum: ['a'] }, '3.0').schema).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });
  it('nullable beside $ref becomes anyOf with null', () => {
    const { schema } = convert({ properties: { p: { ...petRef, nullable: true } } }, '3.0', { Pet });
    expect(schema.properties).toEqual({ p: { anyOf: [petDefinition, { type: 'null' }] } });
  });
  it('a nullable composition is wrapped, and its description stays outside', () => {
    const node = { allOf: [petRef], nullable: true, description: 'd' };
    const { schema } = convert({ properties: { p: node } }, '3.0', { Pet });
    expect(schema.properties).toEqual({
      p: { description: 'd', anyOf: [{ allOf: [petDefinition] }, { type: 'null' }] },
    });
  });
  it('nullable: false, and nullable without a type, are ignored', () => {
    expect(
      convert({ properties: { a: { nullable: false, type: 'string' }, b: { nullable: true } } }, '3.0')
        .schema,
    ).toEqual({ properties: { a: { type: 'string' }, b: {} } });
  });
  it('boolean exclusive bounds become numbers', () => {
    const node = { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
    expect(convert(node, '3.0').schema).toEqual({ type: 'integer', exclusiveMinimum: 0, maximum: 9 });
  });
  it('example becomes examples', () => {
    expect(convert({ type: 'string', example: 'x' }, '3.0').schema).toEqual({
      type: 'string',
      examples: ['x'],
    });
  });
  it('xml and externalDocs are dropped with a warning at their pointer', () => {
    const { schema, warnings } = convert(
      { type: 'string', xml: { name: 'x' }, externalDocs: { url: 'u' } },
      '3.0',
    );
    expect(schema).toEqual({ type: 'string' });
    expect(warnings.map((line) => line.split(':')[0])).toEqual(['/body/xml', '/body/externalDocs']);
  });
  it('a discriminator becomes a $comment, with a warning', () => {
    const { schema, warnings } = convert({ type: 'object', discriminator: { propertyName: 'kind' } }, '3.0');
    expect(schema).toEqual({ type: 'object', $comment: 'discriminator: kind' });
    expect(warnings).toHaveLength(1);
  });
  it('deprecated, readOnly and writeOnly are kept', () => {
    const node = { type: 'string', deprecated: true, readOnly: true, writeOnly: true };
    expect(convert(node, '3.0')).toEqual({ schema: node, warnings: [] });
  });
  it('constraints beside a 3.0 $ref are ignored with a warning, and its description is kept', () => {
    const { schema, warnings } = convert(
      { properties: { p: { ...petRef, description: 'd', minProperties: 3 } } },
      '3.0',
      {
        Pet,
      },
    );
    expect(schema.properties).toEqual({ p: { allOf: [petDefinition, { description: 'd' }] } });
    expect(warnings[0]).toMatch(/^\/body\/properties\/p\/minProperties: .*left out/);
  });
});

describe('JSON Schema 2020-12 keywords in Draft 7', () => {
  it('$ref with other keywords beside it is wrapped in allOf', () => {
    const { schema } = convert({ properties: { p: { ...petRef, required: ['name'] } } }, '3.1', { Pet });
    expect(schema.properties).toEqual({ p: { allOf: [petDefinition, { required: ['name'] }] } });
  });
  it('reachable $defs become definitions, and references to them are rewritten', () => {
    const body = { $defs: { a: { type: 'integer' }, unused: {} }, items: { $ref: '#/body/$defs/a' } };
    expect(convert(body, '3.1').schema).toEqual({
      items: { $ref: '#/definitions/a' },
      definitions: { a: { type: 'integer' } },
    });
  });
  it('#/$defs in a pasted schema is found relative to that schema', () => {
    const body = { $defs: { a: { type: 'integer' } }, items: { $ref: '#/$defs/a' } };
    expect(convert(body, '3.1').schema).toMatchObject({ definitions: { a: { type: 'integer' } } });
  });
  it('prefixItems and items become items and additionalItems', () => {
    expect(convert({ prefixItems: [{ type: 'string' }], items: false }, '3.1').schema).toEqual({
      items: [{ type: 'string' }],
      additionalItems: false,
    });
  });
  it('dependentRequired and dependentSchemas are merged into dependencies', () => {
    const body = {
      dependentRequired: { a: ['b'], c: ['d'] },
      dependentSchemas: { a: { minProperties: 2 } },
    };
    expect(convert(body, '3.1').schema).toEqual({
      dependencies: { a: { allOf: [{ required: ['b'] }, { minProperties: 2 }] }, c: ['d'] },
    });
  });
  it('unevaluatedProperties becomes additionalProperties where nothing is composed', () => {
    expect(convert({ properties: { a: true }, unevaluatedProperties: false }, '3.1')).toEqual({
      schema: { properties: { a: true }, additionalProperties: false },
      warnings: [],
    });
    expect(convert({ prefixItems: [true], unevaluatedItems: false }, '3.1').schema).toEqual({
      items: [true],
      additionalItems: false,
    });
  });
  it('unevaluatedProperties beside a composition is dropped with a warning', () => {
    const { schema, warnings } = convert(
      { allOf: [{ type: 'object' }], unevaluatedProperties: false },
      '3.1',
    );
    expect(schema).toEqual({ allOf: [{ type: 'object' }] });
    expect(warnings[0]).toMatch(/^\/body\/unevaluatedProperties/);
  });
  it.each(['unevaluatedProperties', 'unevaluatedItems'])(
    '%s beside $ref is dropped with a warning',
    (keyword) => {
      const { schema, warnings } = convert({ properties: { p: { ...petRef, [keyword]: false } } }, '3.1', {
        Pet,
      });
      expect(schema.properties).toEqual({ p: petDefinition });
      expect(warnings).toEqual([expect.stringMatching(`^/body/properties/p/${keyword}: .*left out`)]);
    },
  );
  it('minContains and maxContains are dropped with a warning, a minContains of 1 silently', () => {
    expect(convert({ contains: { type: 'string' }, minContains: 1 }, '3.1')).toEqual({
      schema: { contains: { type: 'string' } },
      warnings: [],
    });
    const lossy = convert({ contains: { type: 'string' }, minContains: 2, maxContains: 3 }, '3.1');
    expect(lossy.schema).toEqual({ contains: { type: 'string' } });
    expect(lossy.warnings).toHaveLength(2);
    expect(convert({ contains: { type: 'string' }, minContains: 0 }, '3.1').schema).toEqual({});
  });
  it('$anchor becomes $id, and a reference to it one to the definition', () => {
    const { schema } = convert({ properties: { n: { $ref: '#node' } } }, '3.1', {
      N: { $anchor: 'node', type: 'string' },
    });
    expect(schema).toEqual({
      properties: { n: { $ref: '#/definitions/N' } },
      definitions: { N: { $id: '#node', type: 'string' } },
    });
  });
  it('an anchor that would occur twice in a schema is left out', () => {
    const Node = { $anchor: 'node', type: 'object', properties: { next: { $ref: '#node' } } };
    const { schema } = convert({ $ref: '#/components/schemas/Node' }, '3.1', { Node });
    expect(JSON.stringify(schema)).not.toContain('$id');
    expect(() => new Ajv({ strict: false }).compile(schema)).not.toThrow();
  });
  it('$dynamicRef becomes a plain reference if one anchor fits, and a warning otherwise', () => {
    const fits = convert({ items: { $dynamicRef: '#n' } }, '3.1', {
      N: { $dynamicAnchor: 'n', type: 'string' },
    });
    expect(fits.schema.items).toEqual({ allOf: [{ $ref: '#/definitions/N' }] });
    const two = convert({ items: { $dynamicRef: '#n' } }, '3.1', {
      N: { $dynamicAnchor: 'n' },
      M: { $dynamicAnchor: 'n' },
    });
    expect(two.schema.items).toEqual({});
    expect(two.warnings[0]).toContain('is ambiguous');
  });
  it('contentSchema is dropped with a warning, and keywords of Draft 7 are kept', () => {
    const kept = {
      const: 1,
      if: { type: 'integer' },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: true,
      else: false,
      contentMediaType: 'application/json',
      contentEncoding: 'base64',
      readOnly: true,
      propertyNames: { maxLength: 3 },
    };
    const { schema, warnings } = convert({ ...kept, contentSchema: { $ref: '#/nowhere' } }, '3.1');
    expect(schema).toEqual(kept);
    expect(warnings).toHaveLength(1);
  });
  it('$id and $schema are dropped, since they would change what #/definitions means', () => {
    expect(convert({ $id: 'https://example.invalid/a', $schema: 'x', type: 'string' }, '3.1').schema).toEqual(
      {
        type: 'string',
      },
    );
  });
});

describe('references in a converted schema', () => {
  it('the target of a top-level reference is inlined, and recursion stays a reference', () => {
    const Tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } };
    const made = { type: 'object', properties: { child: { $ref: '#/definitions/Tree' } } };
    expect(convert({ $ref: '#/components/schemas/Tree' }, '3.1', { Tree }).schema).toEqual({
      ...made,
      definitions: { Tree: made },
    });
  });
  it('two targets with the same last step get different definition names', () => {
    const body = { anyOf: [{ $ref: '#/components/schemas/a~1b' }, { $ref: '#/components/schemas/a%20b' }] };
    const { schema } = convert(body, '3.1', { 'a/b': { type: 'string' }, 'a b': { type: 'integer' } });
    expect(schema.anyOf).toEqual([{ $ref: '#/definitions/a_b' }, { $ref: '#/definitions/a_b_2' }]);
  });
  it('a long chain of references is shortened to its end', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 6000 }, (_, n) => [`S${n}`, { $ref: `#/components/schemas/S${n + 1}` }]),
    );
    const { schema } = convert({ items: { $ref: '#/components/schemas/S0' } }, '3.1', {
      ...chain,
      S6000: Pet,
    });
    expect(schema).toEqual({ items: { $ref: '#/definitions/S6000' }, definitions: { S6000: Pet } });
  });
  it.each([
    'https://example.invalid/x.json',
    'file:///etc/hostname',
    '../x.yaml#/a',
    '//127.0.0.1/x',
    '#/nowhere',
    '#/components/schemas/constructor',
    '#/%zz',
  ])('the reference %s is never followed, and its place accepts anything', (reference) => {
    const { schema, warnings } = convert({ properties: { p: { $ref: reference } } }, '3.1');
    expect(schema).toEqual({ properties: { p: {} } });
    expect(warnings[0]).toMatch(/^\/body\/properties\/p: /);
  });
  it('a loop of references without a schema accepts anything', () => {
    const A = { $ref: '#/components/schemas/B' };
    const B = { $ref: '#/components/schemas/A' };
    expect(convert({ items: A }, '3.1', { A, B }).schema).toEqual({ items: {} });
  });
});

describe('limits and values of a conversion', () => {
  it('properties named like keywords and values that look like schemas are kept as they are', () => {
    const named = JSON.parse(
      '{"type":"object","properties":{"nullable":{"type":"boolean"},"example":{"type":"string"},"$ref":{"type":"string"},"discriminator":{"type":"object"},"__proto__":{"type":"string"},"constructor":{"type":"null"}}}',
    );
    const values = {
      enum: [{ $ref: '#/x', nullable: true }],
      const: { example: 1 },
      default: { $ref: 'a' },
      examples: [{ nullable: true }],
    };
    expect(convert({ ...named, ...values }, '3.0')).toEqual({
      schema: { ...named, ...values },
      warnings: [],
    });
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });
  it('numbers JSON cannot represent are left out, and broken strings are repaired', () => {
    const body = JSON.parse('{"maximum":1e400,"enum":[1e999,"\\u0000","ok"],"properties":{"\\ud800":{}}}');
    const { schema, warnings } = convert(body, '3.1');
    expect(schema).toEqual({ enum: [null, '\uFFFD', 'ok'], properties: { '\uFFFD': {} } });
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(warnings).toHaveLength(3);
  });
  it('a pattern that is not a valid ECMA-262 regular expression is kept, with a warning', () => {
    const body = {
      pattern: '(?i)^[[:alpha:]]+$',
      patternProperties: { '[': true, '\\Aa': true, '^a\\-b$': true },
    };
    const { schema, warnings } = convert(body, '3.1');
    expect(schema).toEqual(body);
    expect(warnings.map((line) => line.split(':')[0])).toEqual([
      '/body/pattern',
      '/body/patternProperties/[',
      '/body/patternProperties/\\Aa',
    ]);
  });
  it('duplicates in enum and required are removed, with a warning', () => {
    const ids = parseOrdered('{"enum":[9007199254740992,9007199254740993]}');
    expect(convert(ids, '3.1').warnings).toEqual([]);
    const { schema, warnings } = convert({ enum: ['a', 'b', 'a'], required: ['x', 'x'] }, '3.1');
    expect(schema).toEqual({ enum: ['a', 'b'], required: ['x'] });
    expect(warnings).toHaveLength(2);
  });
  it('a schema nested too deeply is refused without a stack overflow', () => {
    let deep: unknown = { type: 'string' };
    for (let n = 0; n < 20_000; n += 1) deep = { items: deep };
    expect(refusal(deep)).toBe('the schema is nested too deeply');
  });
  it('a schema that is not valid Draft 7 is refused with the place of the fault', () => {
    expect(refusal({ properties: { a: { type: 'any' } } })).toContain(
      '/properties/a/type must be equal to one of',
    );
  });
  it('schemas shared through references stay shared: 60 levels of two references stay small', () => {
    const levels = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => {
        const next = { $ref: `#/components/schemas/L${n + 1}` };
        return [`L${n}`, { properties: { a: next, b: next } }];
      }),
    );
    const { schema } = convert({ $ref: '#/components/schemas/L0' }, '3.1', { ...levels, L60: Pet });
    expect(JSON.stringify(schema).length).toBeLessThan(20_000);
  });
  it('any OpenAPI 3.0 schema becomes a self-contained, valid Draft 7 schema', () => {
    const ajv = new Ajv({ strict: false, logger: false });
    const leaf = fc.record(
      {
        type: fc.constantFrom('string', 'integer'),
        nullable: fc.boolean(),
        example: fc.jsonValue(),
        enum: fc.uniqueArray(fc.string(), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.constant(petRef),
        fc.record({ allOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }), nullable: fc.boolean() }),
        fc.record({ properties: fc.dictionary(fc.string(), tie('node')) }),
      ),
    }));
    fc.assert(
      fc.property(node, (schema) => {
        const made = convert(schema, '3.0', { Pet }).schema;
        expect(ajv.validateSchema(made)).toBe(true);
        for (const [, reference] of JSON.stringify(made).matchAll(/"\$ref":"([^"]*)"/g)) {
          if (reference?.startsWith('#/components')) throw new Error(reference);
        }
      }),
      { numRuns: 200 },
    );
  });
});
