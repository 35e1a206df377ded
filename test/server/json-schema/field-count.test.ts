import { describe, expect, it } from 'vitest';
import { fieldCount } from '../../../src-server/json-schema/field-count';

const object = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

describe('the number of fields of a schema', () => {
  it.each([
    ['its own', { ...object('a', 'b') }, 2],
    ['behind a reference', { $ref: '#/definitions/x', definitions: { x: object('a') } }, 1],
    ['of all parts', { allOf: [object('a', 'b'), { allOf: [object('b', 'c')] }] }, 3],
    ['of all alternatives', { oneOf: [object('a', 'b'), object('b', 'c')], ...object('d') }, 4],
    ['none', { type: 'string' }, 0],
  ])('counts %s', (_what, schema, count) => {
    expect(fieldCount(schema)).toBe(count);
  });

  it('is unknown without a schema', () => {
    expect(fieldCount(null)).toBeNull();
  });

  it('ends where a schema contains itself', () => {
    const schema = {
      $ref: '#/definitions/x',
      definitions: { x: { ...object('a'), oneOf: [{ $ref: '#/definitions/x' }, object('b')] } },
    };
    expect(fieldCount(schema)).toBe(2);
  });

  it('ends soon where alternatives contain many alternatives', () => {
    const options = Array.from({ length: 30 }, () => ({ $ref: '#/definitions/x' }));
    expect(fieldCount({ $ref: '#/definitions/x', definitions: { x: { oneOf: options } } })).toBe(0);
  });
});
