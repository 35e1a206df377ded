import type { FromSchema } from 'json-schema-to-ts';
import { expect, expectTypeOf, test } from 'vitest';
import { strictObject } from '../../../src-server/contract/strict-object';

const id = { type: 'string', description: 'An id.' } as const;
const note = { type: ['string', 'null'], description: 'A note.' } as const;

test('an object requires all of its properties, in their order, and allows no others', () => {
  const schema = strictObject({ id, note });
  expect(JSON.stringify(schema)).toBe(
    JSON.stringify({
      type: 'object',
      additionalProperties: false,
      required: ['id', 'note'],
      properties: { id, note },
    }),
  );
  expectTypeOf<FromSchema<typeof schema>>().toEqualTypeOf<{ id: string; note: string | null }>();
});

test('optional properties are not required, and other keywords follow unchanged', () => {
  const schema = strictObject({ id, note }, { optional: ['note'], description: 'A thing.' });
  expect(schema).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: { id, note },
    description: 'A thing.',
  });
  expectTypeOf<FromSchema<typeof schema>>().toEqualTypeOf<{ id: string; note?: string | null }>();
});
