import { describe, expect, it } from 'vitest';
import { PayloadChecks } from '../../../src-server/catalog/checks/payload-checks';

const check = (schema: unknown, payload: unknown) => new PayloadChecks().of(JSON.stringify(schema))(payload);
const words = (schema: unknown, payload: unknown) =>
  check(schema, payload).problems.map(({ pointer, message }) => `${pointer || 'the payload'} ${message}`);

describe('the violations of a payload', () => {
  const schema = {
    type: 'object',
    required: ['id', 'data'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', minLength: 3 },
      data: {
        type: 'object',
        properties: {
          total: { type: 'number', minimum: 0 },
          state: { enum: ['open', 'paid'] },
          'a/b': { type: ['integer', 'null'] },
          lines: { type: 'array', minItems: 1, items: { type: 'object', required: ['sku'] } },
        },
      },
    },
  };
  it('a valid payload passes the check', () => {
    expect(check(schema, { id: 'abc', data: { total: 1 } })).toEqual({
      fits: true,
      problems: [],
      reason: null,
    });
  });
  it.each([
    [{ id: 'abc', data: { total: '1' } }, ['/data/total must be number']],
    [{ id: 'abc', data: { total: -1 } }, ['/data/total must be at least 0']],
    [{ id: 'a', data: {} }, ['/id must have at least 3 characters']],
    [{ data: {} }, ['/id is missing']],
    [{ id: 'abc', data: {}, more: 1 }, ['/more is not an allowed key']],
    [{ id: 'abc', data: { state: 'x' } }, ['/data/state must be one of "open", "paid"']],
    [{ id: 'abc', data: { 'a/b': 'x' } }, ['/data/a~1b must be integer or null']],
    [
      { id: 'abc', data: { lines: [{ sku: 1 }, {}, 7] } },
      ['/data/lines/1/sku is missing', '/data/lines/2 must be object'],
    ],
    [[], ['the payload must be object']],
  ])('the payload %j is reported with the pointer of each violation', (payload, problems) => {
    expect(words(schema, payload)).toEqual(problems);
    expect(check(schema, payload).fits).toBe(false);
  });
});

describe('alternatives of a schema', () => {
  const card = {
    type: 'object',
    required: ['card'],
    properties: { kind: { const: 'card' }, card: { type: 'string' } },
  };
  const bank = { type: 'object', required: ['iban'], properties: { kind: { const: 'bank' } } };
  it('a payload that matches no alternative is reported as such, without the faults of each', () => {
    expect(words({ properties: { by: { oneOf: [card, bank] } } }, { by: { kind: 'cash' } })).toEqual([
      '/by matches none of the 2 alternatives',
    ]);
    const byReference = {
      properties: { by: { anyOf: [{ $ref: '#/definitions/card' }, { $ref: '#/definitions/bank' }] } },
      definitions: { card, bank },
    };
    expect(words(byReference, { by: {} })).toEqual(['/by matches none of the 2 alternatives']);
  });
  it('violations outside the alternatives are reported too', () => {
    const schema = { required: ['id'], properties: { n: { type: 'string' } }, anyOf: [card, bank] };
    expect(words(schema, { n: 1 }).sort()).toEqual([
      '/id is missing',
      '/n must be string',
      'the payload matches none of the 2 alternatives',
    ]);
  });
  it('a payload that matches more than one alternative of oneOf is reported', () => {
    expect(words({ oneOf: [{ minLength: 1 }, { maxLength: 9 }] }, 'a')).toEqual([
      'the payload matches more than one of the 2 alternatives',
    ]);
  });
  it('"or null" is no alternative: the violation of the value itself is reported', () => {
    expect(words({ properties: { by: { anyOf: [card, { type: 'null' }] } } }, { by: {} })).toEqual([
      '/by/card is missing',
    ]);
  });
  it('a violated contains, propertyNames or condition is reported once, without its inner rules', () => {
    expect(words({ contains: { type: 'string' } }, [1, 2])).toEqual([
      'the payload must contain an item that matches the “contains” schema',
    ]);
    expect(words({ propertyNames: { pattern: '^a' } }, { b: 1 })).toEqual([
      '/b does not have an allowed name',
    ]);
    const then = JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}');
    expect(words(then, { a: 1 })).toEqual(['/b is missing']);
  });
});

describe('the reasons of each alternative', () => {
  const card = {
    title: 'Card',
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { const: 'card' }, number: { type: 'string' } },
  };
  const bank = {
    type: 'object',
    required: ['kind', 'iban', 'owner'],
    properties: { kind: { const: 'bank' }, iban: { type: 'string' }, owner: { $ref: '#/definitions/owner' } },
  };
  const owner = { oneOf: [{ type: 'string' }, { type: 'object', required: ['name'] }] };
  const reasons = (schema: unknown, payload: unknown) =>
    new PayloadChecks()
      .of(JSON.stringify(schema))(payload, true)
      .problems.flatMap(({ alternatives = [] }) => alternatives)
      .map(({ position, label, problems }) => [
        position,
        label,
        ...problems.map(({ pointer, message }) => `${pointer} ${message}`),
      ]);

  it('reasons are given per alternative on request, the one with the matching constant first', () => {
    const schema = { properties: { by: { oneOf: [card, bank] } }, definitions: { owner } };
    expect(reasons(schema, { by: { kind: 'bank', iban: 7 } })).toEqual([
      [2, 'kind is "bank"', '/by/owner is missing', '/by/iban must be string'],
      [1, 'Card (kind is "card")', '/by/number is missing', '/by/kind must be "card"'],
    ]);
  });
  it('reasons are given through references, also nested ones', () => {
    const schema = {
      properties: { by: { $ref: '#/definitions/payer' } },
      definitions: {
        payer: { anyOf: [{ $ref: '#/definitions/card' }, { $ref: '#/definitions/bank' }, { type: 'null' }] },
        card,
        bank,
        owner,
      },
    };
    expect(reasons(schema, { by: { kind: 'card' } })).toEqual([
      [1, 'Card', '/by/number is missing'],
      [2, 'bank', '/by/iban is missing', '/by/owner is missing', '/by/kind must be "bank"'],
    ]);
    expect(reasons(schema, { by: { kind: 'bank', iban: '1', owner: {} } })[0]).toEqual([
      2,
      'bank',
      '/by/owner matches none of the 2 alternatives',
    ]);
  });
  it('reasons are not given without a request', () => {
    expect(check({ oneOf: [card, bank], definitions: { owner } }, {}).problems).toEqual([
      { pointer: '', rule: 'oneOf', message: 'matches none of the 2 alternatives' },
    ]);
  });
  it("the alternatives of the value's type come first", () => {
    expect(reasons({ oneOf: [card, { type: 'array', minItems: 3 }] }, [1])).toEqual([
      [2, '', ' must have at least 3 items'],
      [1, 'Card', ' must be object'],
    ]);
  });
});

describe('payloads that cannot be checked', () => {
  it.each([
    ['an invalid pattern', { type: 'string', pattern: '(?i)[' }, 'x'],
    ['a pattern that backtracks for ever', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
    [
      'a schema that is too large',
      { properties: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, {}])) },
      {},
    ],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/definitions/none' } } }, { a: 1 }],
  ])('with %s, a payload is neither valid nor invalid, and the reason is given', (_, schema, payload) => {
    const { fits, problems, reason } = check(schema, payload);
    expect([fits, problems, typeof reason]).toEqual([null, [], 'string']);
  });
  it('an invalid pattern is named as the reason, also one with an inline flag of another language', () => {
    for (const pattern of ['(?i)abc', '\\A\\d+\\z']) {
      const reason = `The pattern ${pattern} of the schema is not a valid ECMA-262 regular expression.`;
      expect(check({ properties: { a: { pattern } } }, { a: 'abc' })).toEqual({
        ...{ fits: null, problems: [], reason },
      });
    }
  });
  it('true and false are checked as schemas', () => {
    expect(check(true, 1).fits).toBe(true);
    expect(check(false, 1)).toMatchObject({ fits: false, problems: [{ message: 'is not allowed' }] });
  });
  it('a payload with very many violations reports one of them', () => {
    const payload = Array.from({ length: 200_000 }, () => 'x');
    expect(words({ type: 'array', items: { type: 'integer' } }, payload)).toEqual(['/0 must be integer']);
  });
  it('a payload too deep to check overflows no stack', () => {
    let deep: object = {};
    for (let n = 0; n < 50_000; n += 1) deep = { a: deep };
    expect(check({ properties: { a: { $ref: '#' } } }, deep).fits).toBe(null);
  });
});
