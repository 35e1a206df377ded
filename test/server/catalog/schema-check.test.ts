import { describe, expect, it } from 'vitest';
import { checkDraft7, checkSchemas } from '../../../src-server/catalog/checks/schema-check';

describe('checkDraft7', () => {
  it.each([
    [true],
    [false],
    [{}],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', type: ['object', 'null'] }],
    [{ $ref: '#/definitions/missing' }],
    [{ 'x-own': { anything: [1] }, example: 7 }],
    [{ pattern: '^(a+)+$' }],
    [{ pattern: '[' }],
  ])('the schema %j is accepted as Draft 7', (schema) => {
    expect(checkDraft7(schema)).toEqual([]);
  });
  it.each([
    [null, 'must be an object'],
    [[], 'must be an object'],
    ['object', 'must be an object'],
    [{ type: 'any' }, '/type must be equal to one of the allowed values: array, boolean'],
    [{ properties: { a: { minLength: -1 } } }, '/properties/a/minLength must be >= 0'],
    [{ required: true }, '/required must be array'],
    [{ enum: [] }, '/enum must NOT have fewer than 1 items'],
  ])('the fault of the schema %j is reported', (schema, problem) => {
    expect(checkDraft7(schema)[0]).toContain(problem);
  });
  it('a schema nested too deeply or too large to store is refused', () => {
    let deep: unknown = {};
    for (let n = 0; n < 50_000; n += 1) deep = { not: deep };
    expect(checkDraft7(deep)).toEqual(['the schema nests more than 200 levels deep']);
    expect(checkDraft7({ description: 'x'.repeat(3 * 1024 * 1024) })).toEqual([
      'the schema is larger than 2 MiB',
    ]);
  });
});

describe('checkSchemas', () => {
  it('two ids beyond 2^53 are two values of a list, and the same id twice is not', () => {
    expect(checkSchemas('{"1":{"enum":[9007199254740992,9007199254740993]}}')).toEqual([]);
    expect(checkSchemas('{"1":{"enum":[9007199254740993,9007199254740993.0]}}')).toEqual([
      'version 1: /enum must not contain the same item twice',
    ]);
  });
  it('schema versions with valid schemas are accepted', () => {
    expect(checkSchemas('{"1":true,"2":{"type":"object"}}')).toEqual([]);
  });
  it('the faulty version of a schema is named', () => {
    expect(checkSchemas('{"1":{"type":"x"}}')[0]).toMatch(/^version 1: \/type/);
    expect(checkSchemas('{"latest":{}}')[0]).toContain('"latest" is not a version');
  });
});
