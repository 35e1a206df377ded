import { expect, it } from 'vitest';
import { exampleFor } from '../../support/example-for';

const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const card = object({ method: { const: 'card' }, last4: { type: 'string', pattern: '^\\d{4}$' } });
const bank = object({ method: { const: 'bank' }, iban: { type: 'string' } });

it('a top-level oneOf has a valid example variant per option, named by its discriminator', () => {
  const schema = { oneOf: [card, bank] };
  const { variants, fits } = exampleFor(schema);
  expect([variants, fits]).toEqual([['card', 'bank'], true]);
  expect(exampleFor(schema, 0)).toMatchObject({ example: { method: 'card' }, fits: true });
  expect(exampleFor(schema, 1)).toMatchObject({
    example: { method: 'bank', iban: expect.any(String) },
    source: 'generated',
    fits: true,
  });
});

it('example variants of nested choices are found through references and lists, and named by location', () => {
  const schema = {
    ...object({
      payment: { anyOf: [{ $ref: '#/definitions/Card' }, { $ref: '#/definitions/Bank' }, { type: 'null' }] },
      lines: { type: 'array', items: { oneOf: [object({ sku: {} }), object({ text: {} })] } },
    }),
    definitions: { Card: card, Bank: bank },
  };
  const { variants } = exampleFor(schema);
  expect(variants).toEqual(['payment: Card', 'payment: Bank', 'lines: Option 1', 'lines: Option 2']);
  expect(exampleFor(schema, 1).example).toMatchObject({ payment: { method: 'bank' } });
  expect(exampleFor(schema, 3).example).toMatchObject({ lines: [{ text: expect.anything() }] });
});

it('example variants are generated even if the author wrote an example, which stays the main one', () => {
  const schema = { oneOf: [card, bank], examples: [{ method: 'bank', iban: 'mine' }] };
  expect(exampleFor(schema)).toMatchObject({ source: 'author', example: { iban: 'mine' } });
  expect(exampleFor(schema, 0)).toMatchObject({ source: 'generated', example: { method: 'card' } });
});

it('a choice between a string and a number has no example variants', () => {
  expect(exampleFor(object({ at: { oneOf: [{ type: 'integer' }, { type: 'string' }] } })).variants).toEqual(
    [],
  );
});

it('example variants of circular schemas and of thousands of choices end, at most twelve', () => {
  const tree = { anyOf: [object({ left: { $ref: '#' } }), object({ leaf: { type: 'string' } })] };
  expect(exampleFor(tree).variants).toEqual(['Option 1', 'Option 2']);
  expect(exampleFor(tree, 1)).toMatchObject({ example: { leaf: expect.any(String) }, fits: true });
  const many = { oneOf: Array.from({ length: 4000 }, (_, n) => object({ [`k${n}`]: {} })) };
  expect(exampleFor(many).variants).toHaveLength(12);
});

it('an example follows a reference to an embedded schema by its $id', () => {
  const id = 'https://example.com/schemas/card.json';
  const schema = { properties: { by: { $ref: id } }, definitions: { [id]: { $id: id, ...card } } };
  expect(exampleFor(schema)).toMatchObject({ example: { by: { method: 'card' } }, fits: true });
});
