import { expect, it } from 'vitest';
import { exampleFor } from '../../support/example-for';

const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const card = object({ method: { const: 'card' }, last4: { type: 'string', pattern: '^\\d{4}$' } });
const bank = object({ method: { const: 'bank' }, iban: { type: 'string' } });

it('has one per option of the choice at the top, named by its discriminator, and each is valid', () => {
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

it('finds nested choices, through references and lists, and names them by their location', () => {
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

it('is generated even if the author wrote an example, which remains the example', () => {
  const schema = { oneOf: [card, bank], examples: [{ method: 'bank', iban: 'mine' }] };
  expect(exampleFor(schema)).toMatchObject({ source: 'author', example: { iban: 'mine' } });
  expect(exampleFor(schema, 0)).toMatchObject({ source: 'generated', example: { method: 'card' } });
});

it('is not offered where a field is a string or a number', () => {
  expect(exampleFor(object({ at: { oneOf: [{ type: 'integer' }, { type: 'string' }] } })).variants).toEqual(
    [],
  );
});

it('terminates on a schema that refers to itself in a choice, and on thousands of choices', () => {
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
