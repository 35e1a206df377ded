import { describe, expect, it } from 'vitest';
import {
  opened,
  rowAround,
  visibleRows,
} from '../../../../src-renderer/admin/features/schema/model/edit-rows';
import { lintSchema } from '../../../../src-renderer/admin/features/schema/model/lint-schema';
import { mergeSchema } from '../../../../src-renderer/admin/features/schema/model/merge-schema';
import { inferSchema, looksLikeSchema } from '../../../../src-renderer/admin/parts/infer-schema';
import { toValue } from '../../../../src-server/json-schema/json-node';
import { doc, SCHEMAS } from './documents';

describe('a schema inferred from a sample', () => {
  it('an inferred schema keeps the order of fields, finds formats and requires what every item has', () => {
    const sample = {
      id: '0b7f3f5e-8e1c-4f5a-9b60-0c9f6a5f2d11',
      at: '2026-01-31T12:00:00Z',
      total: 12,
      rate: 1.5,
      paid: true,
      note: null,
      lines: [
        { sku: 'A', price: 1 },
        { sku: 'B', price: 2.5, gift: null },
      ],
      tags: [],
    };
    expect(JSON.stringify(toValue(inferSchema([doc(sample)])))).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          at: { type: 'string', format: 'date-time' },
          total: { type: 'integer' },
          rate: { type: 'number' },
          paid: { type: 'boolean' },
          note: { type: 'null' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: { sku: { type: 'string' }, price: { type: 'number' }, gift: { type: 'null' } },
              required: ['sku', 'price'],
            },
          },
          tags: { type: 'array' },
        },
        required: ['id', 'at', 'total', 'rate', 'paid', 'note', 'lines', 'tags'],
      }),
    );
  });

  it('an inferred type includes null where one of the values is null', () => {
    expect(toValue(inferSchema([doc(null), doc('a')]))).toEqual({ type: ['string', 'null'] });
    expect(toValue(inferSchema([doc('a'), doc(1)]))).toEqual({ type: ['string', 'integer'] });
  });

  it('a schema is told apart from a sample', () => {
    expect(looksLikeSchema(doc(SCHEMAS[2]))).toBe(true);
    expect(looksLikeSchema(doc({ type: 'invoice.paid', data: {} }))).toBe(false);
    expect(looksLikeSchema(doc({ type: 'object', properties: {} }))).toBe(true);
  });
});

describe('merging a schema with an inferred one', () => {
  it('merging adds missing fields, keeps existing ones and reports different types', () => {
    const here = doc({
      type: 'object',
      properties: {
        total: { type: 'number', minimum: 0 },
        state: { type: 'string' },
        who: { $ref: '#/definitions/Who' },
      },
      definitions: { Who: { type: 'object', properties: { name: { type: 'string' } } } },
    });
    const sample = { total: 1, state: 5, who: { name: 'a', age: 3 }, lines: [{ sku: 'a' }] };
    const { schema, added, different } = mergeSchema(here, inferSchema([doc(sample)]));
    expect(toValue(schema)).toEqual({
      type: 'object',
      properties: {
        total: { type: 'number', minimum: 0 },
        state: { type: 'string' },
        who: { $ref: '#/definitions/Who' },
        lines: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
        },
      },
      definitions: { Who: { type: 'object', properties: { name: { type: 'string' } } } },
    });
    expect(added).toEqual(['lines']);
    expect(different).toEqual([
      { field: 'state', here: 'string', there: 'integer' },
      { field: 'who.age', here: 'absent from #/definitions/Who', there: 'given' },
    ]);
  });

  it('merging changes nothing when nothing is missing', () => {
    const here = doc(SCHEMAS[2]);
    expect(mergeSchema(here, here).schema).toBe(here);
  });
});

describe('the linter of schemas', () => {
  const problems = (schema: unknown) =>
    lintSchema(doc(schema)).map(({ pointer, label }) => `${pointer}: ${label}`);

  it('the linter reports patterns that are not valid ECMA-262 regular expressions', () => {
    const patternProperties = { '^a\\-b$': true, '[': true };
    expect(problems({ patternProperties, propertyNames: { pattern: '(?i)a' } })).toEqual([
      '/patternProperties/[: The pattern [ is not a valid ECMA-262 regular expression.',
      '/propertyNames/pattern: The pattern (?i)a is not a valid ECMA-262 regular expression.',
    ]);
  });

  it('the linter reports broken references, unknown formats, undescribed fields and empty objects', () => {
    expect(
      problems({
        type: 'object',
        required: ['a', 'z'],
        properties: {
          a: { $ref: '#/definitions/No', minimum: 1 },
          b: { type: 'string', format: 'zip' },
          c: { type: 'object' },
          d: { type: 'integer', minimum: 5, maximum: 1, default: 'x', enum: [1, 'b'] },
        },
      }),
    ).toEqual([
      '/required: z is required but has no schema.',
      '/properties/a/$ref: #/definitions/No has no target in this document.',
      '/properties/a/minimum: $ref makes minimum ineffective.',
      '/properties/b/format: The format “zip” is unknown and not checked.',
      '/properties/c: An object without fields accepts any content.',
      '/properties/d/minimum: minimum is more than maximum: no value fits.',
      '/properties/d/default: The default is not of type integer.',
      '/properties/d/enum: Not every value of the list is of type integer.',
    ]);
  });

  it('the linter reports nothing for a consistent schema', () => {
    expect(problems(SCHEMAS[2])).toEqual([]);
  });
});

describe('the rows of a schema', () => {
  it('a row looks the same in two readings of a schema until what is drawn of it changes', () => {
    const look = (field: object, schema: object = {}) =>
      visibleRows(doc({ type: 'object', properties: { city: field, zip: {} }, ...schema }), new Map())[1]
        ?.look;
    const before = look({ type: 'string' });
    expect(look({ type: 'string' }, { title: 'Address' })).toBe(before);
    const changed = [
      look({ type: 'integer' }),
      look({ type: 'string', maxLength: 3 }),
      look({ type: 'string', description: 'Where' }),
      look({ type: 'string', deprecated: true }),
      look({ type: 'string' }, { required: ['city'] }),
      look({ type: 'object', properties: { name: {} } }),
    ];
    expect(new Set([before, ...changed]).size).toBe(7);
  });

  it('schema rows follow the order of the document, each with its pointer, type and constraints', () => {
    const rows = visibleRows(doc(SCHEMAS[2]), new Map());
    expect(
      rows.slice(0, 6).map(({ place, type, constraints }) => [place.label, type.label, constraints]),
    ).toEqual(
      [
        ['event', 'object', 'no fields besides these'],
        ['id', 'string (uuid)', ''],
        ['total', 'integer', '≥ 0 · multiple of 5'],
        ['10', 'string', ''],
        ['2', 'number', '> 0'],
        ['customer', 'Customer', ''],
      ].toSorted((a, b) => order(a[0]) - order(b[0])),
    );
    expect(rows.find(({ place }) => place.label === 'billing')).toMatchObject({
      hasChildren: false,
      type: { choice: 'reference', nullable: true, label: 'Address or null' },
    });
  });

  it('schema rows open and close, and a row is found by a pointer into it', () => {
    const root = doc(SCHEMAS[2]);
    expect(visibleRows(root, new Map([['', false]]))).toHaveLength(1);
    const city = '/definitions/Address/properties/city';
    expect(visibleRows(root, new Map()).some(({ pointer }) => pointer === city)).toBe(false);
    expect(
      visibleRows(root, opened(root, new Map([['', false]]), city)).some(({ pointer }) => pointer === city),
    ).toBe(true);
    expect(rowAround(root, `${city}/type`)).toBe(city);
    expect(rowAround(root, '/required/0')).toBe('');
  });
});

/** In a JavaScript object, numeric keys come first, whatever their order in the text. */
function order(label: string | undefined): number {
  return ['event', '2', '10', 'id', 'total', 'customer'].indexOf(label ?? '');
}
