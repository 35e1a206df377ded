import { expect, it } from 'vitest';
import { setItemsKind } from '../../../../src-renderer/admin/features/schema/model/keyword-edits';
import { doc, made } from './documents';

const list = (items: unknown, more: object = {}) => ({
  properties: { list: { type: 'array', items, ...more }, ref: { $ref: '#/properties/list/items' } },
});
const PATH = ['properties', 'list'];

it('one schema for all items becomes that of the first position, and references to it are updated', () => {
  const each = list({ type: 'number', 'x-own': 1 });
  expect(made(setItemsKind(doc(each), PATH, 'places'))).toEqual({
    properties: {
      list: { type: 'array', items: [{ type: 'number', 'x-own': 1 }] },
      ref: { $ref: '#/properties/list/items/0' },
    },
  });
  const bare = { properties: { list: { type: 'array' } } };
  expect(made(setItemsKind(doc(bare), PATH, 'places'))).toEqual({
    properties: { list: { type: 'array', items: [{ type: 'string' }] } },
  });
});

it('positional items become an anyOf of their distinct schemas, with additionalItems and references updated', () => {
  const places = {
    properties: {
      list: {
        items: [{ type: 'string' }, { type: 'number' }, { type: 'string' }],
        additionalItems: { type: 'null' },
        minItems: 1,
      },
      second: { $ref: '#/properties/list/items/1' },
      third: { $ref: '#/properties/list/items/2' },
      rest: { $ref: '#/properties/list/additionalItems' },
    },
  };
  expect(made(setItemsKind(doc(places), PATH, 'each'))).toEqual({
    properties: {
      list: { items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, minItems: 1 },
      second: { $ref: '#/properties/list/items/anyOf/1' },
      third: { $ref: '#/properties/list/items/anyOf/0' },
      rest: { $ref: '#/properties/list/items/anyOf/2' },
    },
  });
});

it('equal positional items become one schema, and an empty list of positions accepts anything', () => {
  const alike = list([{ type: 'string' }, { type: 'string' }], { additionalItems: false });
  expect(made(setItemsKind(doc(alike), PATH, 'each'))).toMatchObject({
    properties: { list: { type: 'array', items: { type: 'string' } } },
  });
  expect(made(setItemsKind(doc(list([])), PATH, 'each'))).toMatchObject({
    properties: { list: { items: {} } },
  });
});

it('changing how items are described changes nothing if they are described that way already', () => {
  const each = doc(list({ type: 'number' }));
  expect(setItemsKind(each, PATH, 'each')).toMatchObject({ ok: true, root: each });
  expect(setItemsKind(each, ['properties', 'gone'], 'each')).toMatchObject({ ok: false });
});
