import { expect, it } from 'vitest';
import { isEmptySchema } from '../../../../src-renderer/admin/features/schema/grid/empty-schema';
import { readSchema } from '../../../../src-renderer/admin/parts/schema-drafts/read-schema';

it('the ways to the first field are offered for an object without fields, and for nothing that says more', () => {
  const isEmpty = (schema: unknown) => {
    const { root } = readSchema(JSON.stringify(schema));
    return root !== null && isEmptySchema(root);
  };
  const empty = [{}, { type: 'object', properties: {} }, { title: 'Paid', type: 'object' }];
  expect(empty.map(isEmpty)).toEqual([true, true, true]);
  const more = [
    true,
    { type: 'string' },
    { $ref: '#/definitions/a' },
    { properties: { id: {} } },
    { anyOf: [{}] },
  ];
  expect(more.map(isEmpty)).toEqual([false, false, false, false, false]);
});
