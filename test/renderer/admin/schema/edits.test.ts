import { describe, expect, it } from 'vitest';
import {
  extractDefinition,
  inlineReference,
} from '../../../../src-renderer/admin/features/schema/model/definition-edits';
import {
  addChild,
  addSibling,
  deleteRow,
  renameKey,
  toggleRequired,
} from '../../../../src-renderer/admin/features/schema/model/field-edits';
import { setKeyword } from '../../../../src-renderer/admin/features/schema/model/keyword-edits';
import { moveInto, moveOut, moveRow } from '../../../../src-renderer/admin/features/schema/model/move-edits';
import { setType, toggleNullable } from '../../../../src-renderer/admin/features/schema/model/type-edits';
import { fromValue } from '../../../../src-server/json-schema/json-node';
import { doc, made } from './documents';

const order = {
  type: 'object',
  'x-mine': 1,
  required: ['total', 'id'],
  properties: {
    id: { type: 'string' },
    total: { type: 'integer', minimum: 0, description: 'Cents', 'x-col': 't' },
    customer: { type: 'object', properties: { name: { type: 'string' } } },
  },
  dependencies: { total: ['id'] },
};
const text = (value: unknown) => JSON.stringify(value);
const property = (key: string) => ['properties', key];

describe('fields of a schema', () => {
  it('a renamed field keeps its position and being required, and references to it are updated', () => {
    const schema = { ...order, properties: { ...order.properties, same: { $ref: '#/properties/total' } } };
    const result = made(renameKey(doc(schema), property('total'), 'amount/net')) as typeof schema;
    expect(Object.keys(result.properties)).toEqual(['id', 'amount/net', 'customer', 'same']);
    expect(result.required).toEqual(['amount/net', 'id']);
    expect(result.dependencies).toEqual({ 'amount/net': ['id'] });
    expect(result.properties.same).toEqual({ $ref: '#/properties/amount~1net' });
  });

  it('a field cannot get the name of another', () => {
    expect(renameKey(doc(order), property('total'), 'id')).toEqual({
      ok: false,
      reason: 'A field id already exists.',
    });
  });

  it('a field becomes required or optional, and an empty required list is removed', () => {
    const toggled = made(toggleRequired(doc(order), property('id')));
    expect(toggled).toMatchObject({ required: ['total'] });
    expect(made(toggleRequired(doc(toggled), property('total')))).not.toHaveProperty('required');
    expect(made(toggleRequired(doc(order), property('customer')))).toMatchObject({
      required: ['total', 'id', 'customer'],
    });
    expect(toggleRequired(doc(order), [])).toMatchObject({ ok: false });
  });

  it('a field is added after another, inside an object or inside the items of a list', () => {
    const sibling = addSibling(doc(order), property('id'));
    expect(sibling).toMatchObject({ ok: true, focus: '/properties/field', label: 'Add field' });
    expect(Object.keys((made(sibling) as typeof order).properties)).toEqual([
      'id',
      'field',
      'total',
      'customer',
    ]);
    expect(addChild(doc(order), property('customer'))).toMatchObject({
      focus: '/properties/customer/properties/field',
    });
    const list = { type: 'array', items: { type: 'object', properties: { field: {} } } };
    expect(addChild(doc(list), [])).toMatchObject({ focus: '/items/properties/field2' });
    expect(addChild(doc({ type: 'array' }), [])).toMatchObject({ focus: '/items' });
    expect(addChild(doc(order), property('id'))).toMatchObject({ ok: false });
    expect(made(addChild(doc({}), []))).toEqual({
      type: 'object',
      properties: { field: { type: 'string' } },
    });
  });

  it('a deleted field takes its children and its entry in required with it', () => {
    expect(made(deleteRow(doc(order), property('total')))).toEqual({
      ...order,
      required: ['id'],
      properties: { id: order.properties.id, customer: order.properties.customer },
    });
    const choice = { oneOf: [{ type: 'string' }] };
    expect(made(deleteRow(doc(choice), ['oneOf', '0']))).toEqual({});
    expect(deleteRow(doc(choice), [])).toMatchObject({ ok: false });
  });

  it('a field moves up and down, into the object above and out of it', () => {
    const down = moveRow(doc(order), property('id'), 1);
    expect(Object.keys((made(down) as typeof order).properties)).toEqual(['total', 'id', 'customer']);
    expect(moveRow(doc(order), property('id'), -1)).toMatchObject({
      ok: false,
      reason: 'id is already the first.',
    });
    const numbers = doc({ properties: { a: {}, b: { $ref: '#/properties/c' }, c: {} }, required: ['c'] });
    expect(moveInto(numbers, property('c'))).toMatchObject({ ok: false });
    const swapped = {
      type: 'object',
      properties: { box: { type: 'object' }, c: {}, d: { $ref: '#/properties/c' } },
      required: ['c'],
    };
    const into = moveInto(doc(swapped), property('c'));
    expect(made(into)).toEqual({
      type: 'object',
      properties: {
        box: { type: 'object', properties: { c: {} }, required: ['c'] },
        d: { $ref: '#/properties/box/properties/c' },
      },
    });
    if (!into.ok) return;
    expect(text(made(moveOut(into.root, ['properties', 'box', 'properties', 'c'])))).toBe(
      text({
        type: 'object',
        properties: { box: { type: 'object', properties: {} }, c: {}, d: { $ref: '#/properties/c' } },
        required: ['c'],
      }),
    );
  });
});

describe('types of a schema', () => {
  it('a changed type keeps what every type may have and drops what only the old one knows', () => {
    expect(text(made(setType(doc(order), property('total'), 'string')))).toBe(
      text({
        ...order,
        properties: { ...order.properties, total: { type: 'string', description: 'Cents', 'x-col': 't' } },
      }),
    );
    expect(made(setType(doc(order), property('total'), 'number'))).toMatchObject({
      properties: { total: { type: 'number', minimum: 0 } },
    });
  });

  it('a type becomes alternatives that contain it, and changes between oneOf and anyOf', () => {
    const schema = { type: ['string', 'null'], description: 'd', format: 'date' };
    const typed = made(setType(doc(schema), [], 'oneOf'));
    expect(typed).toEqual({
      description: 'd',
      oneOf: [{ type: 'string', format: 'date' }, {}, { type: 'null' }],
    });
    expect(made(setType(doc(typed), [], 'anyOf'))).toHaveProperty('anyOf');
    expect(made(setType(doc(typed), [], 'string'))).toEqual({ type: ['string', 'null'], description: 'd' });
  });

  it('null is allowed and disallowed in every way Draft 7 can write it', () => {
    const cases: [unknown, unknown][] = [
      [{ type: 'string' }, { type: ['string', 'null'] }],
      [
        { type: 'string', enum: ['a'] },
        { type: ['string', 'null'], enum: ['a', null] },
      ],
      [{ $ref: '#/definitions/A' }, { anyOf: [{ $ref: '#/definitions/A' }, { type: 'null' }] }],
      [
        { oneOf: [{ type: 'string' }, { type: 'object' }] },
        { oneOf: [{ type: 'string' }, { type: 'object' }, { type: 'null' }] },
      ],
      [{ type: ['string', 'integer'] }, { type: ['string', 'integer', 'null'] }],
    ];
    for (const [plain, nullable] of cases) {
      expect(made(toggleNullable(doc(plain), []))).toEqual(nullable);
      expect(made(toggleNullable(doc(nullable), []))).toEqual(plain);
    }
    expect(toggleNullable(doc({}), [])).toMatchObject({ ok: false });
  });

  it('a field becomes a reference and a plain type again', () => {
    const schema = { properties: { a: { type: 'string', minLength: 2, description: 'd' } } };
    const referring = made(setType(doc(schema), property('a'), 'reference', '#/definitions/A'));
    expect(referring).toEqual({ properties: { a: { $ref: '#/definitions/A', description: 'd' } } });
    expect(made(setType(doc(referring), property('a'), 'integer'))).toEqual({
      properties: { a: { type: 'integer', description: 'd' } },
    });
  });
});

describe('keywords and definitions of a schema', () => {
  it('a keyword is set and removed without changing anything beside it', () => {
    const set = made(setKeyword(doc(order), property('total'), 'minimum', fromValue(5)));
    expect(text(set)).toBe(
      text({
        ...order,
        properties: { ...order.properties, total: { ...order.properties.total, minimum: 5 } },
      }),
    );
    expect(made(setKeyword(doc(set), property('total'), 'minimum', null))).not.toHaveProperty(
      'properties.total.minimum',
    );
    expect(
      made(setKeyword(doc({ properties: { a: true } }), property('a'), 'title', fromValue('A'))),
    ).toEqual({
      properties: { a: { title: 'A' } },
    });
  });

  it('a field is extracted to a definition and inlined again', () => {
    const out = extractDefinition(doc(order), property('customer'));
    const extracted = made(out) as typeof order & { definitions: unknown };
    expect(extracted.properties.customer).toEqual({ $ref: '#/definitions/Customer' });
    expect(extracted.definitions).toEqual({ Customer: order.properties.customer });
    expect(made(inlineReference(doc(extracted), property('customer')))).toMatchObject(order);
  });

  it('a definition that refers to itself is not inlined, and extracting one updates its own references', () => {
    const tree = {
      properties: { root: { $ref: '#/definitions/Node' } },
      definitions: { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' } } } },
    };
    expect(inlineReference(doc(tree), ['definitions', 'Node', 'properties', 'next'])).toMatchObject({
      ok: false,
    });
    expect(inlineReference(doc({ properties: { a: { $ref: '#/no' } } }), property('a'))).toMatchObject({
      ok: false,
    });
    const nested = { properties: { a: { type: 'object', properties: { b: { $ref: '#/properties/a' } } } } };
    expect(made(extractDefinition(doc(nested), property('a')))).toEqual({
      properties: { a: { $ref: '#/definitions/A' } },
      definitions: { A: { type: 'object', properties: { b: { $ref: '#/definitions/A' } } } },
    });
  });

  it('a definition is renamed with every reference to it', () => {
    const schema = { properties: { a: { $ref: '#/definitions/Old' } }, definitions: { Old: {} } };
    expect(made(renameKey(doc(schema), ['definitions', 'Old'], 'New'))).toEqual({
      properties: { a: { $ref: '#/definitions/New' } },
      definitions: { New: {} },
    });
  });
});
