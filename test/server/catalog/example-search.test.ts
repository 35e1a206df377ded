import { describe, expect, it } from 'vitest';
import { exampleFor } from '../../support/example-for';

describe('a generated example of a schema that few values fit', () => {
  const either = (...names: string[]) => ({
    type: 'object',
    properties: { card: { type: 'string' }, iban: { type: 'string' }, note: { type: 'string' } },
    oneOf: names.map((name) => ({ required: [name] })),
  });
  const text = (...rules: object[]) => ({ type: 'string', allOf: rules });
  it.each([
    ['alternatives that differ in what is required', either('card', 'iban')],
    [
      'alternatives behind references that differ in what is required',
      {
        ...{ ...either(), oneOf: ['a', 'b'].map((name) => ({ $ref: `#/definitions/${name}` })) },
        definitions: { a: { required: ['card'] }, b: { title: 'B', required: ['iban'] } },
      },
    ],
    ['a property that must not be there', { ...either('card'), not: { required: ['note'] } }],
    ['an integer or a number, and not both', { oneOf: [{ type: 'integer' }, { type: 'number' }] }],
    ['a number that is no integer', { type: 'number', minimum: 3, not: { type: 'integer' } }],
    [
      'names of a pattern',
      {
        ...{ type: 'object', minProperties: 2, additionalProperties: false },
        patternProperties: { '^x-[a-z]{2}$': { type: 'integer' } },
      },
    ],
    [
      'a described name that a pattern describes too',
      { properties: { 'x-a': {} }, patternProperties: { '^x-': { type: 'integer', minimum: 7 } } },
    ],
    ['allowed names', { type: 'object', minProperties: 2, propertyNames: { pattern: '^[A-Z]{3}$' } }],
    ['listed names', { type: 'object', minProperties: 2, propertyNames: { enum: ['b', 'c'] } }],
    ['short names', { type: 'object', minProperties: 20, propertyNames: { maxLength: 1 } }],
    [
      'names and their values',
      { minProperties: 1, propertyNames: { format: 'uuid' }, additionalProperties: { type: 'null' } },
    ],
    ['a required name of a pattern', { required: ['n1'], patternProperties: { '^n': { type: 'null' } } }],
    ['dependencies', { required: ['a'], dependencies: { a: ['b'], b: { required: ['c'] } } }],
    ['a date of a year', { type: 'string', format: 'date', pattern: '^2021-' }],
    ['a time with an offset', { type: 'string', format: 'date-time', pattern: '\\+00:00$' }],
    ['a plain URL', { type: 'string', format: 'uri', pattern: '^http://' }],
    ['a short URL', { type: 'string', format: 'uri', maxLength: 11 }],
    ['a short mailbox', { type: 'string', format: 'email', maxLength: 8 }],
    ['a mailbox of a domain', { type: 'string', format: 'email', pattern: '@example\\.org$' }],
    ['a long host name', { type: 'string', format: 'hostname', minLength: 12 }],
    ['two patterns', text({ pattern: '^[A-Z]' }, { pattern: '[0-9]$' })],
    [
      'two patterns over the whole text',
      text({ pattern: '^[a-z0-9]+$' }, { pattern: '^[^a-m]*$' }, { minLength: 4 }),
    ],
    [
      'patterns of length and of content',
      text({ pattern: '^.{8,12}$' }, { pattern: '[A-Z]' }, { pattern: '\\d' }),
    ],
    ['look-aheads', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%])[A-Za-z\\d@$!%]{8}$' }],
    ['what must not come next', { type: 'string', pattern: '^(?!000|666)[0-8]\\d{2}-(?!00)\\d{2}$' }],
    ['what must not end', { type: 'string', pattern: '^[a-z]+(?<!a)$' }],
    ['upper case of any alphabet', { type: 'string', pattern: '^\\p{Lu}\\p{Ll}+$' }],
    ['letters of one alphabet', { type: 'string', pattern: '^\\p{Script=Greek}{3}$' }],
    ['needless escapes', { type: 'string', pattern: '^\\d{4}\\-[\\w\\-\\.\\@]\\_$' }],
    ['an expression without the flag u', { type: 'string', pattern: '^a{,3}]$' }],
    ['listed values and a pattern', { enum: ['a', 'b1'], pattern: '\\d' }],
    [
      'several at once',
      {
        type: 'array',
        items: { type: 'string', format: 'date', pattern: '^2021-' },
        ...{ minItems: 5, uniqueItems: true },
      },
    ],
  ])('a generated example matches a schema that few values match: %s', (_, schema) => {
    const object = { type: 'object', required: ['it'], properties: { it: schema } };
    const root = 'definitions' in schema ? { ...object, definitions: schema.definitions } : object;
    expect(exampleFor(root)).toMatchObject({ problems: [], fits: true });
  });

  it('each button of a choice shows an example of that alternative', () => {
    const schema = either('card', 'iban');
    const [card, iban] = [0, 1].map((variant) => exampleFor(schema, variant));
    expect(card).toMatchObject({
      fits: true,
      example: { card: expect.any(String), note: expect.any(String) },
    });
    expect(iban).toMatchObject({
      fits: true,
      example: { iban: expect.any(String), note: expect.any(String) },
    });
  });
});
