import { expect, it } from 'vitest';
import { exampleFor } from '../../support/example-for';

const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const card = object({ method: { const: 'card' }, last4: { type: 'string', pattern: '^\\d{4}$' } });
const bank = object({ method: { const: 'bank' }, iban: { type: 'string' } });

it('has one for each option of the choice at the top, by what tells them apart, and each fits', () => {
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

it('finds choices below the top, through references and lists, and names them by their place', () => {
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

it('is made although the author wrote an example, which stays the example as such', () => {
  const schema = { oneOf: [card, bank], examples: [{ method: 'bank', iban: 'mine' }] };
  expect(exampleFor(schema)).toMatchObject({ source: 'author', example: { iban: 'mine' } });
  expect(exampleFor(schema, 0)).toMatchObject({ source: 'generated', example: { method: 'card' } });
});

it('is none where a field is a text or a number', () => {
  expect(exampleFor(object({ at: { oneOf: [{ type: 'integer' }, { type: 'string' }] } })).variants).toEqual(
    [],
  );
});

it('ends on a schema that chooses itself, and on thousands of choices', () => {
  const tree = { anyOf: [object({ left: { $ref: '#' } }), object({ leaf: { type: 'string' } })] };
  expect(exampleFor(tree).variants).toEqual(['Option 1', 'Option 2']);
  expect(exampleFor(tree, 1)).toMatchObject({ example: { leaf: expect.any(String) }, fits: true });
  const many = { oneOf: Array.from({ length: 4000 }, (_, n) => object({ [`k${n}`]: {} })) };
  expect(exampleFor(many).variants).toHaveLength(12);
});

it('of whole documents put into one is found by their address', () => {
  const id = 'https://example.com/schemas/card.json';
  const schema = { properties: { by: { $ref: id } }, definitions: { [id]: { $id: id, ...card } } };
  expect(exampleFor(schema)).toMatchObject({ example: { by: { method: 'card' } }, fits: true });
});
