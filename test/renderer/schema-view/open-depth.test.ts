import { expect, it } from 'vitest';
import { openDepthOf } from '../../../src-renderer/shared/schema-view/open-depth';
import { schemaTree } from '../../../src-server/json-schema/schema-tree';

const fields = (count: number, inner: unknown = {}) => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, inner])),
});
const depthOf = (schema: unknown) => openDepthOf(schemaTree(schema));

it('opens a small schema as deep as it goes', () => {
  expect(depthOf({})).toBe(1);
  expect(depthOf(fields(3))).toBe(1);
  expect(depthOf(fields(3, fields(2)))).toBe(2);
  expect(depthOf(fields(1, fields(1, fields(1, fields(1)))))).toBe(4);
});

it('opens a large one only down to where forty rows are enough', () => {
  expect(depthOf(fields(5, fields(7)))).toBe(2);
  expect(depthOf(fields(5, fields(7, fields(1))))).toBe(2);
  expect(depthOf(fields(5, fields(8)))).toBe(1);
  expect(depthOf(fields(500, fields(2)))).toBe(1);
});

it('ends on a schema that contains itself', () => {
  expect(depthOf({ properties: { a: { $ref: '#' } } })).toBe(1);
});
