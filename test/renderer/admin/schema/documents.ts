import type { JsonNode } from '../../../../src-server/json-schema/json-node';
import { toValue } from '../../../../src-server/json-schema/json-node';
import { parseJson } from '../../../../src-server/json-schema/parse-json';

/** A document as a node. @throws Error if it is not JSON */
export function parsed(text: string): JsonNode {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.label);
  return result.node;
}

/** A plain value as the node of its text. */
export function doc(value: unknown): JsonNode {
  return parsed(JSON.stringify(value, null, 2));
}

/** The result of an edit, as a plain value. @throws Error with the reason if it was refused */
export function made(outcome: { ok: true; root: JsonNode } | { ok: false; reason: string }): unknown {
  if (!outcome.ok) throw new Error(outcome.reason);
  return toValue(outcome.root);
}

/** Schemas with everything in Draft 7, and some things that are not. */
export const SCHEMAS: readonly unknown[] = [
  true,
  {},
  {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.test/order.json',
    title: 'Order',
    type: 'object',
    required: ['id', 'total', 'customer'],
    'x-owner': { team: 'billing', pages: [1, 2.5] },
    properties: {
      id: { type: 'string', format: 'uuid', 'x-column': 'order_id' },
      total: { type: 'integer', minimum: 0, multipleOf: 5, description: 'In cents.' },
      '10': { type: 'string' },
      '2': { type: 'number', exclusiveMinimum: 0 },
      customer: { $ref: '#/definitions/Customer' },
      billing: { anyOf: [{ $ref: '#/definitions/Address' }, { type: 'null' }] },
      lines: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { type: 'object', properties: { sku: { type: 'string', pattern: '^[A-Z]+$' } } },
      },
      pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      state: { type: ['string', 'null'], enum: ['new', 'paid', null], default: 'new' },
      method: {
        oneOf: [
          {
            title: 'Card',
            type: 'object',
            properties: { kind: { const: 'card' }, last4: { type: 'string' } },
          },
          {
            title: 'Bank',
            type: 'object',
            properties: { kind: { const: 'bank' }, iban: { type: 'string' } },
          },
        ],
      },
      labels: { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { pattern: '^x-' } },
      old: { deprecated: true, not: { type: 'null' } },
    },
    patternProperties: { '^ext_': true },
    additionalProperties: false,
    dependencies: { total: ['id'], billing: { required: ['customer'] } },
    if: { properties: { state: { const: 'paid' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of Draft 7
    then: { required: ['method'] },
    definitions: {
      Address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      Customer: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          home: { $ref: '#/definitions/Address' },
          boss: { $ref: '#' },
        },
      },
    },
    examples: [{ id: 'x', total: 5 }],
  },
];
