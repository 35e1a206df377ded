import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOrdered } from '../../../src-server/json-schema/ordered-json';
import { type SchemaRow, schemaTree } from '../../../src-server/json-schema/schema-tree';
import { share } from '../../support/share';

const rowsOf = (row: SchemaRow): SchemaRow[] => [row, ...row.children.flatMap(rowsOf)];
const byPath = (schema: unknown) => new Map(rowsOf(schemaTree(schema).root).map((row) => [row.path, row]));
const words = (row: SchemaRow | undefined) =>
  row?.notes.map((note) => [note.text, ...note.values].join(' ')) ?? [];

describe('schemaTree', () => {
  it('shows real keys, types in words and what is required', () => {
    const rows = byPath({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', title: 'Identifier', description: 'Unique.', format: 'uuid' },
        total: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 10 },
        lines: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { sku: { type: 'string', minLength: 1, maxLength: 64 } } },
        },
      },
    });
    expect([...rows.keys()]).toEqual(['', 'id', 'total', 'lines', 'lines[].sku']);
    expect(rows.get('id')).toMatchObject({
      label: 'id',
      required: true,
      type: 'string',
      description: 'Unique.',
    });
    expect(words(rows.get('id'))).toEqual(['format uuid']);
    expect(rows.get('total')).toMatchObject({ required: false, type: 'integer or null' });
    expect(words(rows.get('total'))).toEqual(['at least 0, less than 10']);
    expect(rows.get('lines')?.type).toBe('array of object');
    expect(words(rows.get('lines'))).toEqual(['at least 1 item']);
    expect(words(rows.get('lines[].sku'))).toEqual(['1 to 64 characters']);
  });

  it('says enum values, const and default as JSON, and counts the values it leaves out', () => {
    const rows = byPath({
      properties: {
        state: { enum: ['open', 'closed', null] },
        kind: { const: 'card' },
        size: { type: 'integer', default: 3 },
        many: { enum: Array.from({ length: 340 }, (_, index) => index) },
      },
    });
    expect(rows.get('state')?.type).toBe('string or null');
    expect(rows.get('state')?.notes).toEqual([
      { text: 'one of', values: ['"open"', '"closed"', 'null'], more: 0 },
    ]);
    expect(words(rows.get('kind'))).toEqual(['always "card"']);
    expect(words(rows.get('size'))).toEqual(['default 3']);
    expect(rows.get('many')?.notes[0]).toMatchObject({ more: 40 });
  });

  it('follows $ref into definitions by name and ignores what stands beside it, as Draft 7 says', () => {
    const rows = byPath({
      properties: { home: { $ref: '#/definitions/a~1b', description: 'ignored', type: 'string' } },
      definitions: { 'a/b': { type: 'object', description: 'An address.', properties: { city: {} } } },
    });
    expect(rows.get('home')).toMatchObject({
      type: 'object',
      description: 'An address.',
      definition: 'a/b',
      sameAs: null,
    });
    expect(rows.get('home.city')?.type).toBe('anything');
  });

  it('names a reference that leads nowhere instead of hiding the field', () => {
    const rows = byPath({
      properties: { a: { $ref: '#/definitions/none' }, b: { $ref: 'http://x.test/y' } },
    });
    expect(words(rows.get('a'))).toEqual(['refers to a missing target: #/definitions/none']);
    expect(rows.get('b')?.type).toBe('unknown');
  });

  it('marks recursion as "same as" and never expands it again', () => {
    const tree = schemaTree({
      $ref: '#/definitions/node',
      definitions: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            next: { $ref: '#/definitions/node' },
            children: { type: 'array', items: { $ref: '#/definitions/node' } },
            maybe: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/node' }] },
          },
        },
      },
    });
    const rows = new Map(rowsOf(tree.root).map((row) => [row.path, row]));
    expect([...rows.keys()]).toEqual(['', 'name', 'next', 'children', 'maybe']);
    for (const path of ['next', 'children', 'maybe']) {
      expect(rows.get(path)?.sameAs).toEqual({ path: '', label: 'the whole event' });
    }
    expect(rows.get('next')?.type).toBe('object');
    expect(rows.get('children')?.type).toBe('array of object');
    expect(rows.get('maybe')?.type).toBe('object or null');
  });

  it('survives references that only point at each other', () => {
    const tree = schemaTree({
      $ref: '#/definitions/a',
      definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
    });
    expect(tree.rowCount).toBe(1);
    expect(schemaTree({ $ref: '#' }).rowCount).toBe(1);
  });

  it('merges allOf into one list of keys', () => {
    const rows = byPath({
      allOf: [
        { $ref: '#/definitions/base' },
        { required: ['id'], properties: { id: { minLength: 3 }, extra: { type: 'boolean' } } },
      ],
      definitions: {
        base: { type: 'object', properties: { id: { type: 'string' }, at: { type: 'number' } } },
      },
    });
    expect([...rows.keys()]).toEqual(['', 'id', 'at', 'extra']);
    expect(rows.get('id')).toMatchObject({ type: 'string', required: true });
    expect(words(rows.get('id'))).toEqual(['at least 3 characters']);
  });

  it('shows each variant of nested oneOf and anyOf, named by what tells them apart', () => {
    const rows = byPath({
      properties: {
        method: {
          oneOf: [
            { title: 'Card', properties: { kind: { const: 'card' }, number: { type: 'string' } } },
            {
              properties: {
                kind: { const: 'bank' },
                route: { anyOf: [{ properties: { iban: {} } }, { properties: { bic: {} } }] },
              },
            },
          ],
        },
      },
    });
    expect(rows.get('method')?.type).toBe('one of 2');
    expect(rows.get('method(oneOf.1)')?.label).toBe('Option 1: Card (kind is "card")');
    expect(rows.get('method(oneOf.2)')?.label).toBe('Option 2: kind is "bank"');
    expect(rows.get('method(oneOf.2).route')?.type).toBe('any of 2');
    expect(rows.has('method(oneOf.2).route(anyOf.2).bic')).toBe(true);
  });

  it('reads "X or null" as X, not as a choice', () => {
    const rows = byPath({
      properties: {
        a: { anyOf: [{ type: 'object', properties: { b: {} } }, { type: 'null' }] },
        c: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      },
    });
    expect([...rows.keys()]).toEqual(['', 'a', 'a.b', 'c']);
    expect(rows.get('a')?.type).toBe('object or null');
    expect(rows.get('c')?.type).toBe('string, integer or null');
  });

  it('has rows for tuples, further items, patterns, other keys, key names and "must not be"', () => {
    const rows = byPath({
      type: 'object',
      properties: {
        pair: {
          type: 'array',
          items: [{ type: 'string' }, { type: 'number' }],
          additionalItems: { type: 'null' },
        },
        none: { additionalProperties: false },
        bad: { not: { type: 'string' } },
      },
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: { type: 'integer' },
      propertyNames: { maxLength: 9 },
    });
    expect(rows.get('pair')?.type).toBe('list of 2 fixed items');
    expect(rows.get('pair[1]')).toMatchObject({ label: 'item 2', type: 'number' });
    expect(rows.get('pair[more]')?.type).toBe('null');
    expect(words(rows.get('none'))).toEqual(['no fields besides these']);
    expect(rows.get('bad(not)')?.type).toBe('string');
    expect(rows.get('(keys.~5e~x-)')).toMatchObject({ kind: 'pattern', label: '^x-', type: 'string' });
    expect(rows.get('(other)')).toMatchObject({ label: 'every other key', type: 'integer' });
    expect(words(rows.get('(names)'))).toEqual(['at most 9 characters']);
  });

  it('puts conditions in words', () => {
    const rows = byPath({
      properties: { type: { enum: ['card', 'bank'] } },
      if: { properties: { type: { const: 'card' } } },
      // biome-ignore lint/suspicious/noThenProperty: Draft 7 calls it so
      then: { required: ['number'] },
      else: { properties: { iban: { type: 'string' } } },
      dependencies: { iban: ['bic'] },
    });
    expect(rows.get('(then)')?.label).toBe('If type is "card"');
    expect(rows.get('(then).number')?.required).toBe(true);
    expect(rows.get('(else)')?.label).toBe('otherwise');
    expect(rows.get('(else).iban')?.type).toBe('string');
    expect(rows.get('(with.iban)')?.label).toBe('If iban is present');
    expect(rows.get('(with.iban).bic')?.required).toBe(true);
  });

  it('knows boolean schemas and says so when something is no schema at all', () => {
    expect(schemaTree(true).root.type).toBe('anything');
    expect(schemaTree(false).root.type).toBe('no value');
    for (const value of [null, 5, 'text', [], [{}]]) expect(schemaTree(value).root.type).toBe('not a schema');
    expect(byPath({ properties: { a: false } }).get('a')?.type).toBe('no value');
  });

  it('keeps unknown keywords and misused ones in a list', () => {
    const { root } = schemaTree({
      'x-owner': { team: 'billing' },
      nullable: true,
      minLength: 'three',
      type: 'string',
    });
    expect(root.otherKeywords).toEqual([
      { keyword: 'x-owner', value: '{"team": "billing"}' },
      { keyword: 'nullable', value: 'true' },
      { keyword: 'minLength', value: '"three"' },
    ]);
  });

  it('treats keys named like parts of JavaScript as keys', () => {
    const schema: unknown = JSON.parse(
      '{"required":["toString"],"properties":{"__proto__":{"type":"string"},"constructor":{"type":"null"},"":{}}}',
    );
    const rows = byPath(schema);
    expect([...rows.keys()]).toEqual(['', '__proto__', 'constructor', '~empty~', 'toString']);
    expect(rows.get('__proto__')?.type).toBe('string');
    expect(rows.get('toString')).toMatchObject({ required: true, type: 'anything' });
  });

  it('gives different paths to keys that look alike', () => {
    const rows = rowsOf(
      schemaTree({ properties: { 'a.b': {}, a: { properties: { b: {} } }, 'a[]': {}, 'ä 😀': {} } }).root,
    );
    expect(rows.map((row) => row.path)).toEqual(['', 'a~2e~b', 'a', 'a.b', 'a~5b~~5d~', 'ä~20~~1f600~']);
  });

  it('shows the top level in full before a huge branch, and counts what it leaves out', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, {}]));
    const tree = schemaTree({ properties: { big: { properties: wide }, last: { type: 'string' } } });
    expect(tree.rowCount).toBe(2000);
    expect(tree.cut).toBe(true);
    expect(tree.root.children.map((row) => row.label)).toEqual(['big', 'last']);
    expect(tree.root.children[0]?.children.length).toBe(1997);
    expect(tree.root.children[0]?.more).toBe(3003);
  });

  it('ends on a reference bomb and on endless depth', () => {
    const definitions: Record<string, unknown> = { d0: { type: 'string' } };
    for (let n = 1; n <= 40; n += 1) {
      const ref = { $ref: `#/definitions/d${n - 1}` };
      definitions[`d${n}`] = { allOf: [ref, ref], properties: { a: ref, b: ref } };
    }
    expect(schemaTree({ $ref: '#/definitions/d40', definitions }).rowCount).toBeLessThanOrEqual(2000);
    let deep: unknown = { type: 'string' };
    for (let n = 0; n < 20_000; n += 1) deep = { properties: { a: deep }, items: deep };
    const tree = schemaTree(deep);
    expect(tree.depth).toBeLessThanOrEqual(32);
    expect(tree.cut).toBe(true);
  });
});

const keyword = fc.constantFrom(
  'type',
  'properties',
  'items',
  'required',
  'oneOf',
  'anyOf',
  'allOf',
  '$ref',
  'if',
  'then',
  'else',
  'not',
  'enum',
  'const',
  'definitions',
  'dependencies',
  'patternProperties',
  'additionalProperties',
  'contains',
  'description',
);
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('#', '#/definitions/a', '#/properties/a', 'object', 'array', '%E0%A4%A', '#/%zz'),
);
/** Schemas that only look valid: every keyword with any value, nested. */
const wildSchema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    anyValue,
    fc.dictionary(keyword, fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 3 }), anyValue), {
      maxKeys: 4,
    }),
    fc.record({ properties: fc.dictionary(fc.string(), tie('schema'), { maxKeys: 3 }) }),
  ),
})).schema;

/** Well-formed schemas, with their reachable keys. */
interface NamedSchema {
  readonly schema: object;
  readonly keys: readonly string[];
}
const namedSchema = fc.letrec<{ node: NamedSchema }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom<NamedSchema>({ schema: { type: 'string' }, keys: [] }, { schema: {}, keys: [] }),
    fc
      .tuple(
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 4 }),
        fc.constantFrom('plain', 'array', 'allOf', 'oneOf'),
      )
      .map(([map, wrap]) => {
        const inner = {
          properties: Object.fromEntries(Object.entries(map).map(([key, node]) => [key, node.schema])),
        };
        const keys = Object.entries(map).flatMap(([key, node]) => [key, ...node.keys]);
        const wraps: Record<string, object> = {
          plain: inner,
          array: { type: 'array', items: inner },
          allOf: { allOf: [inner, { minProperties: 1 }] },
          oneOf: { oneOf: [inner, { type: 'string', minLength: 2 }] },
        };
        return { schema: wraps[wrap] ?? inner, keys };
      }),
  ),
})).node;

describe('schemaTree, for any input', () => {
  it('never throws on any JSON value, stays within its bounds, and gives every row its own path', () => {
    fc.assert(
      fc.property(wildSchema, (schema) => {
        const tree = schemaTree(schema, { maxRows: 50, maxDepth: 6 });
        const rows = rowsOf(tree.root);
        expect(rows.length).toBe(tree.rowCount);
        expect(rows.length).toBeLessThanOrEqual(50);
        expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
        expect(rows.some((row) => row.more > 0)).toBe(tree.cut);
        expect(rows.every((row) => row.type !== '')).toBe(true);
        const carded = schemaTree(schema, { maxRows: 50, maxDepth: 6, withCards: true });
        const all = [carded.root, ...carded.cards.flatMap((card) => card.children)].flatMap(rowsOf);
        expect(all.length).toBe(carded.rowCount);
        expect(new Set(all.map((row) => row.path)).size).toBe(all.length);
        expect(new Set(carded.cards.map(({ name }) => name)).size).toBe(carded.cards.length);
      }),
      { numRuns: share(2000) },
    );
  });

  it('shows every property key of a schema', () => {
    fc.assert(
      fc.property(namedSchema, ({ schema, keys }) => {
        const tree = schemaTree(schema, { maxRows: 100_000 });
        const labels = rowsOf(tree.root)
          .filter((row) => row.kind === 'property')
          .map((row) => row.label);
        expect(labels.toSorted()).toEqual(keys.toSorted());
      }),
      { numRuns: share(500) },
    );
  });

  it('says the same for the same schema', () => {
    fc.assert(
      fc.property(wildSchema, (schema) => {
        expect(schemaTree(schema)).toEqual(schemaTree(structuredClone(schema)));
      }),
    );
  });
});

it('shows numbers as they are spelled', () => {
  const schema = parseOrdered(
    '{"properties":{"a":{"minimum":2.0,"maximum":9223372036854775807,"multipleOf":1e3,"default":-0,"examples":[1.50],"x-limit":[3.0]},"b":{"enum":[1.0,{"c":2.0}]},"c":{"const":1E400}}}',
  );
  const [a, b, c] = schemaTree(schema).root.children;
  const notesOf = (row: typeof a) => row?.notes.map(({ text, values }) => [text, ...values].join(' '));
  expect(notesOf(a)).toEqual([
    'at least 2.0, at most 9223372036854775807',
    'multiple of 1e3',
    'default -0',
    'for example 1.50',
  ]);
  expect(a?.otherKeywords).toEqual([{ keyword: 'x-limit', value: '[3.0]' }]);
  expect(notesOf(b)).toEqual(['one of 1.0 {"c": 2.0}']);
  expect(notesOf(c)).toEqual(['always 1E400']);
});
