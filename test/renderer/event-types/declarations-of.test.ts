import { expect, it } from 'vitest';
import { declarationsOf } from '../../../src-renderer/shared/event-types/declarations-of';
import { toJsonPieces } from '../../../src-server/base/json-pieces';
import { exportTypes } from '../../../src-server/catalog/takeaway/export-types';
import { typeFaults } from '../../support/type-faults';

const typeOf = (name: string, schema: object, description = '') => ({
  ...{ name, description, deprecated: false, groupName: null, featureFlags: null },
  ...{ sunsetAt: null, replacedBy: null, schemas: JSON.stringify({ 1: schema }) },
});
const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const money = object({ sum: { type: 'number' }, of: ref('Currency') });
const definitions = {
  Money: money,
  Currency: { enum: ['EUR', 'Person', 'Customer "quoted" /*'] },
  Person: object({ name: { type: 'string' }, friends: { type: 'array', items: ref('Person') } }),
};

/** With a property that looks like an entry of the map, and words that look like names of types. */
const TYPES = [
  typeOf(
    'invoice.paid',
    object({ total: ref('Money'), 'order.made': ref('Person') }, { definitions }),
    'A Person pays.\n\nexport interface OrderMade {}',
  ),
  typeOf('order.made', object({ by: ref('Person') }, { definitions })),
  typeOf("odd'name", { type: 'object' }, '*/ export type Money = 1;'),
  typeOf('union.of', { oneOf: [ref('Money'), object({ a: { type: 'string' } })], definitions }),
];
const all = new TextDecoder().decode(
  exportTypes({ format: 'typescript', title: 'Shop', types: toJsonPieces(TYPES) }).text,
);
const names = (text: string | null) =>
  [...(text ?? '').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);

it('takes the declarations of one event type, and what they need, from those of all', () => {
  expect(names(declarationsOf('invoice.paid', all))).toEqual(['InvoicePaid', 'Money', 'Person', 'Currency']);
  expect(names(declarationsOf('order.made', all))).toEqual(['OrderMade', 'Person']);
  expect(names(declarationsOf("odd'name", all))).toEqual(['OddName']);
  expect(names(declarationsOf('union.of', all))).toEqual(['UnionOf', 'Money', 'Currency']);
  expect(declarationsOf('invoice', all)).toBeNull();
  expect(declarationsOf('WebhookEvents', all)).toBeNull();
});

it('leaves each of them complete, to the compiler and with its comments', () => {
  expect(declarationsOf('invoice.paid', all)).toContain('A Person pays.');
  const alone = TYPES.map(({ name }, at) => `export namespace N${at} {\n${declarationsOf(name, all)}}\n`);
  expect(typeFaults(alone.join(''))).toBe('');
});
