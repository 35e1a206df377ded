import { describe, expect, it } from 'vitest';
import { PayloadChecks } from '../../../src-server/catalog/payload-checks';

const check = (schema: unknown, payload: unknown) => new PayloadChecks().of(JSON.stringify(schema))(payload);
const words = (schema: unknown, payload: unknown) =>
  check(schema, payload).problems.map(({ pointer, message }) => `${pointer || 'the payload'} ${message}`);

describe('a check reports where a payload violates the schema', () => {
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
  it('and passes a valid payload', () => {
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
  ])('%j', (payload, problems) => {
    expect(words(schema, payload)).toEqual(problems);
    expect(check(schema, payload).fits).toBe(false);
  });
});

describe('of alternatives', () => {
  const card = {
    type: 'object',
    required: ['card'],
    properties: { kind: { const: 'card' }, card: { type: 'string' } },
  };
  const bank = { type: 'object', required: ['iban'], properties: { kind: { const: 'bank' } } };
  it('only the fact that none matches is reported', () => {
    expect(words({ properties: { by: { oneOf: [card, bank] } } }, { by: { kind: 'cash' } })).toEqual([
      '/by matches none of the 2 alternatives',
    ]);
    const byReference = {
      properties: { by: { anyOf: [{ $ref: '#/definitions/card' }, { $ref: '#/definitions/bank' }] } },
      definitions: { card, bank },
    };
    expect(words(byReference, { by: {} })).toEqual(['/by matches none of the 2 alternatives']);
  });
  it('other violations are reported too', () => {
    const schema = { required: ['id'], properties: { n: { type: 'string' } }, anyOf: [card, bank] };
    expect(words(schema, { n: 1 }).sort()).toEqual([
      '/id is missing',
      '/n must be string',
      'the payload matches none of the 2 alternatives',
    ]);
  });
  it('more than one match is reported', () => {
    expect(words({ oneOf: [{ minLength: 1 }, { maxLength: 9 }] }, 'a')).toEqual([
      'the payload matches more than one of the 2 alternatives',
    ]);
  });
  it('"or null" is not an alternative: the violation of the value itself is reported', () => {
    expect(words({ properties: { by: { anyOf: [card, { type: 'null' }] } } }, { by: {} })).toEqual([
      '/by/card is missing',
    ]);
  });
  it('an outer rule stands for its inner ones', () => {
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

describe('why each alternative failed is said when somebody asks', () => {
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

  it('the one with the right constant first, each with its name and its own violations', () => {
    const schema = { properties: { by: { oneOf: [card, bank] } }, definitions: { owner } };
    expect(reasons(schema, { by: { kind: 'bank', iban: 7 } })).toEqual([
      [2, 'kind is "bank"', '/by/owner is missing', '/by/iban must be string'],
      [1, 'Card (kind is "card")', '/by/number is missing', '/by/kind must be "card"'],
    ]);
  });
  it('behind references, and behind references of references', () => {
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
  it('and not otherwise: examples and sent payloads are checked without', () => {
    expect(check({ oneOf: [card, bank], definitions: { owner } }, {}).problems).toEqual([
      { pointer: '', rule: 'oneOf', message: 'matches none of the 2 alternatives' },
    ]);
  });
  it('of a value of another type, the alternatives of that type are the nearest', () => {
    expect(reasons({ oneOf: [card, { type: 'array', minItems: 3 }] }, [1])).toEqual([
      [2, '', ' must have at least 3 items'],
      [1, 'Card', ' must be object'],
    ]);
  });
});

describe('payloads that cannot be checked', () => {
  it.each([
    ['a pattern that is none', { type: 'string', pattern: '(?i)[' }, 'x'],
    ['a pattern that never ends', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
    [
      'a schema that is too large',
      { properties: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, {}])) },
      {},
    ],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/definitions/none' } } }, { a: 1 }],
  ])('%s: is not said to fit or not to fit, but why', (_, schema, payload) => {
    const { fits, problems, reason } = check(schema, payload);
    expect([fits, problems, typeof reason]).toEqual([null, [], 'string']);
  });
  it('schemas that are not objects work too', () => {
    expect(check(true, 1).fits).toBe(true);
    expect(check(false, 1)).toMatchObject({ fits: false, problems: [{ message: 'is not allowed' }] });
  });
  it('a payload with very many violations reports one of them', () => {
    const payload = Array.from({ length: 200_000 }, () => 'x');
    expect(words({ type: 'array', items: { type: 'integer' } }, payload)).toEqual(['/0 must be integer']);
  });
  it('a deep payload overflows no stack', () => {
    let deep: object = {};
    for (let n = 0; n < 50_000; n += 1) deep = { a: deep };
    expect(check({ properties: { a: { $ref: '#' } } }, deep).fits).toBe(null);
  });
});
