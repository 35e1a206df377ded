import { describe, expect, it } from 'vitest';
import { lintSchema } from '../../../src-renderer/shared/schema-edit/lint-schema';
import { unusedDefinitions } from '../../../src-renderer/shared/schema-edit/unused-definitions';
import { doc } from './documents';

const unused = (schema: unknown) => unusedDefinitions(doc(schema)).map((path) => path.join('/'));
const ref = (to: string) => ({ $ref: to });

describe('a definition is not used', () => {
  it('if nothing refers to it, and that is a notice with its place', () => {
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

  it('if only unused definitions refer to it, itself included', () => {
    const definitions = { A: { items: ref('#/definitions/B') }, B: { items: ref('#/definitions/B') } };
    expect(unused({ definitions })).toEqual(['definitions/A', 'definitions/B']);
  });
});

describe('a definition is used', () => {
  it('by a reference to it, into it, or by its name, from the root or through others', () => {
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

  it('by the reference of the root itself', () => {
    expect(unused({ $ref: '#/definitions/A', definitions: { A: {} } })).toEqual([]);
  });

  it('from a part with its own address', () => {
    const part = { $id: 'https://x.test/part', not: ref('#/definitions/A') };
    expect(unused({ properties: { part }, definitions: { A: {} } })).toEqual([]);
  });
});
