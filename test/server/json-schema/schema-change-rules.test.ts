import { describe, expect, it } from 'vitest';
import { SCHEMA_CHANGE_RULES } from '../../../src-server/json-schema/schema-change-rules';
import { formatPath, schemaDiff } from '../../../src-server/json-schema/schema-diff';

const lines = (before: unknown, after: unknown) =>
  schemaDiff(before, after).changes.map(
    ({ effect, path, text }) => `${effect} | ${formatPath(path)}: ${text}`,
  );
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** A schema before, one after, and the expected text; at least one row for each rule. */
const JUDGED: readonly (readonly [kind: keyof typeof SCHEMA_CHANGE_RULES, unknown, unknown, string])[] = [
  ['schema-added', null, {}, 'compatible | the whole event: gets a schema'],
  ['schema-removed', {}, null, 'unclear | the whole event: loses its schema'],
  ['field-added', object({}), object({ a: { type: 'string' } }), 'compatible | a: added (string, optional)'],
  [
    'field-added-to-closed',
    object({}, { additionalProperties: false }),
    object({ a: {} }, { additionalProperties: false, required: ['a'] }),
    'unclear | a: added (anything, required)',
  ],
  [
    'field-removed',
    object({ a: { type: 'integer' } }),
    object({}),
    'breaking | a: removed (integer, optional)',
  ],
  [
    'field-required',
    object({ a: {} }),
    object({ a: {} }, { required: ['a'] }),
    'compatible | a: is now required',
  ],
  [
    'field-optional',
    object({ a: {} }, { required: ['a'] }),
    object({ a: {} }),
    'breaking | a: is now optional',
  ],
  [
    'type-narrowed',
    object({ a: { type: ['number', 'null'] } }),
    object({ a: { type: 'integer' } }),
    'compatible | a: number or null becomes integer',
  ],
  [
    'type-widened',
    object({ a: { type: 'integer' } }),
    object({ a: { type: 'number' } }),
    'breaking | a: integer becomes number',
  ],
  [
    'type-replaced',
    object({ a: { type: 'integer', minimum: 1 } }),
    object({ a: { type: 'string', minLength: 4 } }),
    'breaking | a: integer becomes string',
  ],
  [
    'value-added',
    object({ a: { enum: ['x', 'y'] } }),
    object({ a: { enum: ['z', 'y', 'x'] } }),
    'unclear | a: can also be "z"',
  ],
  [
    'value-removed',
    object({ a: { enum: ['x', 'y', 'z'] } }),
    object({ a: { const: 'y' } }),
    'compatible | a: is no longer "x" or "z"',
  ],
  [
    'values-replaced',
    object({ a: { const: 'card' } }),
    object({ a: { const: 'bank' } }),
    'breaking | a: "card" becomes "bank"',
  ],
  [
    'values-fixed',
    object({ a: { type: 'string' } }),
    object({ a: { type: 'string', enum: ['x', 'y'] } }),
    'compatible | a: is now one of "x" or "y"',
  ],
  [
    'values-freed',
    object({ a: { type: 'string', enum: ['x', 'y'] } }),
    object({ a: { type: 'string' } }),
    'unclear | a: can be any value, no longer only one of "x" or "y"',
  ],
  [
    'option-added',
    { oneOf: [option('Card', 'pan'), option('Bank', 'iban')] },
    { oneOf: [option('Voucher', 'code'), option('Bank', 'iban'), option('Card', 'pan')] },
    'unclear | the whole event: can also be Voucher',
  ],
  [
    'option-removed',
    { anyOf: [option('Card', 'pan'), option('Voucher', 'code'), option('Bank', 'iban')] },
    { anyOf: [option('Card', 'pan'), option('Bank', 'iban')] },
    'compatible | the whole event: is no longer Voucher',
  ],
  [
    'constraint-tightened',
    object({ a: { type: 'string' } }),
    object({ a: { type: 'string', maxLength: 1 } }),
    'compatible | a: is now at most 1 character',
  ],
  [
    'constraint-loosened',
    object({ a: { type: 'string', maxLength: 100 } }),
    object({ a: { type: 'string', maxLength: 200 } }),
    'unclear | a: at most 100 characters becomes at most 200 characters',
  ],
  [
    'constraint-changed',
    object({ a: { type: 'string', pattern: '^a' } }),
    object({ a: { type: 'string', pattern: '^b' } }),
    'unclear | a: pattern ^a becomes ^b',
  ],
  [
    'format-changed',
    object({ a: { type: 'string', format: 'date-time' } }),
    object({ a: { type: 'string', format: 'date' } }),
    'breaking | a: format date-time becomes date',
  ],
  [
    'reference-changed',
    object({ a: {} }),
    object({ a: { $ref: '#/definitions/gone' } }),
    'unclear | a: refers to #/definitions/gone, which does not exist',
  ],
  [
    'description-changed',
    object({ a: { description: 'Old.' } }),
    object({ a: { description: 'New.' } }),
    'compatible | a: its description changes',
  ],
  [
    'deprecation-changed',
    object({ a: {} }),
    object({ a: { deprecated: true } }),
    'compatible | a: is deprecated now',
  ],
  [
    'annotation-changed',
    object({ a: { default: 1 } }),
    object({ a: { default: 2 } }),
    'compatible | a: its default 1 becomes 2',
  ],
  [
    'details-changed',
    { 'x-note': 1 },
    { 'x-note': 2 },
    'compatible | the whole event: details change that are not visible in a field',
  ],
  [
    'too-large',
    nested(40, { type: 'string' }),
    nested(40, { type: 'integer' }),
    'unclear | the whole event: is too large to compare completely',
  ],
];

function option(title: string, key: string) {
  return { title, type: 'object', properties: { [key]: { type: 'string' } } };
}

function nested(levels: number, leaf: object): object {
  return levels === 0 ? leaf : object({ a: nested(levels - 1, leaf) });
}

describe('the rules for a change of a schema', () => {
  it.each(JUDGED)('%s', (kind, before, after, line) => {
    expect(lines(before, after)).toEqual([line]);
    expect(schemaDiff(before, after).changes[0]?.kind).toBe(kind);
  });

  it('are each shown by an example above', () => {
    expect(new Set(JUDGED.map(([kind]) => kind))).toEqual(new Set(Object.keys(SCHEMA_CHANGE_RULES)));
  });

  it('leave open what a condition changes, but not what only its words do', () => {
    const when = (then: object) => ({ if: { properties: { kind: { const: 'card' } } }, then });
    const before = when({ properties: { a: { type: 'integer', description: 'A.' } } });
    const after = when({ properties: { a: { type: 'string', description: 'B.' } } });
    expect(lines(before, after)).toEqual([
      'compatible | If kind is "card" > a: its description changes',
      'unclear | If kind is "card" > a: integer becomes string',
    ]);
    expect(lines({ not: { type: 'integer' } }, { not: { type: 'string' } })).toEqual([
      'unclear | must not be: integer becomes string',
    ]);
  });
});
