import { expect, it } from 'vitest';
import type { EditOutcome } from '../../../../src-renderer/admin/features/schema/model/edit-outcome';
import { setItemsKind, setOthers } from '../../../../src-renderer/admin/features/schema/model/keyword-edits';
import type { TypeChoice } from '../../../../src-renderer/admin/features/schema/model/schema-node';
import { setType } from '../../../../src-renderer/admin/features/schema/model/type-edits';
import { doc, made } from './documents';

const dropped = (outcome: EditOutcome) => (outcome.ok ? (outcome.dropped ?? []) : [outcome.reason]);

it.each<[unknown, TypeChoice, readonly string[]]>([
  [{ $ref: '#/definitions/Customer' }, 'string', ['the reference to Customer']],
  [{ anyOf: [{ $ref: '#/definitions/A' }, { type: 'null' }] }, 'string', ['the reference to A']],
  [{ properties: { a: {}, b: {} }, required: ['a'], title: 't' }, 'string', ['2 fields']],
  [{ type: 'string', format: 'uuid', enum: ['a'] }, 'integer', ['format']],
  [{ type: 'array', items: { type: 'string' } }, 'any', ['items']],
  [{ oneOf: [{}, {}, {}] }, 'object', ['3 branches']],
  [{ type: 'object', properties: {} }, 'string', []],
  [{ type: 'string', format: 'uuid' }, 'oneOf', []],
  [{ $ref: '#/definitions/Customer' }, 'oneOf', []],
  [{ oneOf: [{}, {}] }, 'anyOf', []],
  [{ type: ['string', 'null'], format: 'uuid' }, 'anyOf', []],
])('changing the type of %j to %s reports what it drops: %j', (schema, choice, names) => {
  expect(dropped(setType(doc(schema), [], choice))).toEqual(names);
});

it('a reference that becomes alternatives is the first of them', () => {
  expect(made(setType(doc({ $ref: '#/definitions/A', description: 'd' }), [], 'oneOf'))).toEqual({
    description: 'd',
    oneOf: [{ $ref: '#/definitions/A' }, {}],
  });
});

it('replacing a schema of additional fields or items reports what is dropped', () => {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  expect(dropped(setOthers(doc(schema), [], 'additionalProperties', null))).toEqual([
    'the schema in additionalProperties',
  ]);
  expect(dropped(setOthers(doc({ additionalProperties: false }), [], 'additionalProperties', null))).toEqual(
    [],
  );
  const list = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
  expect(dropped(setItemsKind(doc(list), [], 'each'))).toEqual(['additionalItems']);
});
