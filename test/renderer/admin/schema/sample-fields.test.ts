import { describe, expect, it } from 'vitest';
import { mergeSchema } from '../../../../src-renderer/admin/features/schema/model/merge-schema';
import {
  addedFields,
  replacedFields,
  type SampleField,
} from '../../../../src-renderer/admin/features/schema/model/sample-fields';
import { inferSchema } from '../../../../src-renderer/admin/parts/infer-schema';
import { fromValue, toValue } from '../../../../src-server/json-schema/json-node';
import { doc } from './documents';

const from = (...samples: unknown[]) => inferSchema(samples.map(fromValue));
const lines = (fields: readonly SampleField[]) =>
  fields.map(({ name, type, required, state, before }) =>
    [name, type, required ? 'required' : 'optional', state, before].filter(Boolean).join(' '),
  );
const order = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, data: { type: 'object', properties: { total: { type: 'number' } } } },
};
const added = (root: object, ...samples: unknown[]) => {
  const [schema, incoming] = [doc(root), from(...samples)];
  return lines(addedFields(incoming, mergeSchema(schema, incoming)));
};

describe('the preview of adding a sample to a schema', () => {
  it('the preview lists each field of a sample with its type and whether it is new, the same or kept', () => {
    const sample = { id: 7, data: { total: 5, at: '2026-01-31T12:00:00Z' }, lines: [{ sku: 'A' }] };
    expect(added(order, sample)).toEqual([
      'id integer required kept string',
      'data object optional same',
      'data.total integer optional same',
      'data.at string (date-time) optional new',
      'lines array of object optional new',
      'lines[].sku string required new',
    ]);
  });

  it('several samples are combined, and only fields in all of them are required', () => {
    expect(added({}, { a: 1, b: 'x' }, { a: 1.5, c: null })).toEqual([
      'a number required new',
      'b string optional new',
      'c null optional new',
    ]);
  });

  it('a sample is added to the inline part of an allOf, and leaves definitions as they are', () => {
    const parts = {
      allOf: [{ $ref: '#/definitions/Base' }, { properties: { data: { type: 'object' } } }],
      definitions: { Base: { properties: { id: { type: 'string' }, base: { type: 'object' } } } },
    };
    const sample = { id: 'x', data: { a: 1 }, more: true, base: { b: 1 } };
    expect(added(parts, sample)).toEqual([
      'id string required same',
      'data object required same',
      'data.a integer required new',
      'more boolean required new',
      'base object required same',
      'base.b integer required kept absent from Base',
    ]);
    expect(toValue(mergeSchema(doc(parts), from(sample)).schema)).toMatchObject({
      allOf: [parts.allOf[0], { properties: { data: { properties: { a: { type: 'integer' } } } } }],
      definitions: parts.definitions,
    });
  });

  it('the preview of a replacement lists what it changes and removes', () => {
    expect(lines(replacedFields(doc(order), from({ id: 7, fresh: true })))).toEqual([
      'id integer required changed string, required',
      'fresh boolean required new',
      'data object optional removed',
      'data.total number optional removed',
    ]);
  });
});
