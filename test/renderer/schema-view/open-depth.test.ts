import { expect, it } from 'vitest';
import { openDepthOf } from '../../../src-renderer/shared/schema-view/open-depth';
import { schemaTree } from '../../../src-server/json-schema/schema-tree';

const fields = (count: number, inner: unknown = {}) => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, inner])),
});
const depthOf = (schema: unknown) => openDepthOf(schemaTree(schema));

it('a small schema opens at its full depth', () => {
  expect(depthOf({})).toBe(1);
  expect(depthOf(fields(3))).toBe(1);
  expect(depthOf(fields(3, fields(2)))).toBe(2);
  expect(depthOf(fields(1, fields(1, fields(1, fields(1)))))).toBe(4);
});

it('a large schema opens only as deep as forty rows allow', () => {
  expect(depthOf(fields(5, fields(7)))).toBe(2);
  expect(depthOf(fields(5, fields(7, fields(1))))).toBe(2);
  expect(depthOf(fields(5, fields(8)))).toBe(1);
  expect(depthOf(fields(500, fields(2)))).toBe(1);
});

it('the opening depth of a circular schema is found', () => {
  expect(depthOf({ properties: { a: { $ref: '#' } } })).toBe(1);
});
