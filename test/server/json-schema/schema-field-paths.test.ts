import { expect, test } from 'vitest';
import { schemaFieldPaths } from '../../../src-server/json-schema/schema-field-paths';

const shown = (schema: unknown, maxDepth = 6) =>
  schemaFieldPaths(schema, maxDepth).map(({ path, kinds }) => `${path.join('.')}: ${kinds.join('|')}`);

test('fields are found through references, parts and choices, nearest first, with all that they may hold', () => {
  const schema = {
    type: 'object',
    properties: {
      customer: { $ref: '#/definitions/customer' },
      amount: { type: 'number' },
      enum: { enum: ['a', 'b'] },
      lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
    },
    allOf: [{ properties: { note: { type: ['string', 'null'] } } }],
    oneOf: [
      { properties: { method: { const: 'card' }, amount: { type: 'string' } } },
      { properties: { method: { const: 'iban' } } },
    ],
    definitions: { customer: { type: 'object', properties: { country: { type: 'string' }, tags: {} } } },
  };
  expect(shown(schema)).toEqual([
    'customer: object',
    'amount: ',
    'enum: string',
    'lines: array',
    'note: string|null',
    'method: string',
    'customer.country: string',
    'customer.tags: ',
  ]);
  expect(shown(schema, 1)).not.toContain('customer.country: string');
});

test('a schema that contains itself, and one of many fields, end', () => {
  const own = { type: 'object', properties: { name: { type: 'string' }, parent: { $ref: '#' } } };
  expect(shown(own)).toEqual(['name: string', 'parent: ']);
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, { type: 'string' }]));
  expect(shown({ properties: many })).toHaveLength(1000);
  for (const odd of [null, true, 'x', [], { properties: [] }, { properties: { a: 5 } }])
    expect(() => schemaFieldPaths(odd, 6)).not.toThrow();
});
