import { describe, expect, it } from 'vitest';
import { lintSchema } from '../../../../src-renderer/admin/features/schema/model/lint-schema';
import { unusedDefinitions } from '../../../../src-renderer/admin/features/schema/model/references';
import { doc } from './documents';

const unused = (schema: unknown) => unusedDefinitions(doc(schema)).map((path) => path.join('/'));
const ref = (to: string) => ({ $ref: to });

describe('an unused definition', () => {
  it('a definition without a reference is reported with its place', () => {
    const schema = { type: 'string', definitions: { Address: { type: 'string' } } };
    expect(lintSchema(doc(schema))).toEqual([
      {
        pointer: '/definitions/Address',
        label: 'definitions/Address is not used.',
        level: 'notice',
        isUnused: true,
      },
    ]);
  });

  it('a definition is unused if only unused definitions, or itself, refer to it', () => {
    const definitions = { A: { items: ref('#/definitions/B') }, B: { items: ref('#/definitions/B') } };
    expect(unused({ definitions })).toEqual(['definitions/A', 'definitions/B']);
  });
});

describe('a used definition', () => {
  it('a definition is used if referred to directly, inside or by $id, from the root or through others', () => {
    const schema = {
      properties: {
        a: ref('#/definitions/A'),
        b: { items: [ref('#/$defs/B/properties/inner')] },
        named: ref('#named'),
      },
      definitions: { A: { not: ref('#/definitions/C') }, C: {}, D: { $id: '#named' }, E: {} },
      $defs: { B: { properties: { inner: { type: 'string' } } } },
    };
    expect(unused(schema)).toEqual(['definitions/E']);
  });

  it('a definition is used if the root refers to it', () => {
    expect(unused({ $ref: '#/definitions/A', definitions: { A: {} } })).toEqual([]);
  });

  it('a definition counts as used if a part with its own $id refers to its path', () => {
    const part = { $id: 'https://x.test/part', not: ref('#/definitions/A') };
    expect(unused({ properties: { part }, definitions: { A: {} } })).toEqual([]);
  });
});
