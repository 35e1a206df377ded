import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentPath, shownAfter } from '../../../../src-renderer/admin/features/schema/model/document-path';
import {
  type EditRow,
  opened,
  rowAround,
  visibleRows,
} from '../../../../src-renderer/admin/features/schema/model/edit-rows';
import {
  addChild,
  deleteField,
  renameRow,
  toggleRequiredIn,
} from '../../../../src-renderer/admin/features/schema/model/field-edits';
import { setKeyword } from '../../../../src-renderer/admin/features/schema/model/keyword-edits';
import { lintSchema } from '../../../../src-renderer/admin/features/schema/model/lint-schema';
import {
  mergedFields,
  partsOf,
  rootPart,
} from '../../../../src-renderer/admin/features/schema/model/parts-of';
import { referenceCount } from '../../../../src-renderer/admin/features/schema/model/references';
import { fromValue, toValue } from '../../../../src-server/json-schema/json-node';
import { share } from '../../../support/share';
import { doc, made } from './documents';

const base = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, at: {} } };
const schema = {
  allOf: [
    { $ref: '#/definitions/Base' },
    { required: ['at'], properties: { data: { type: 'object' }, id: { format: 'uuid' } } },
  ],
  definitions: { Base: base },
};
const rowsOf = (value: unknown) => visibleRows(doc(value), new Map());
const rowOf = (value: unknown, label: string): EditRow => {
  const found = rowsOf(value).find(({ place }) => place.label === label);
  if (!found) throw new Error(`no row ${label}`);
  return found;
};
const lines = (rows: readonly EditRow[]) =>
  rows.map(({ level, place, origin, type }) =>
    [level, place.label, origin?.label, type.label].filter((each) => each !== undefined).join(' '),
  );

describe('the parts of an allOf', () => {
  it('the parts of an allOf are shown as one list of fields, each with the part it comes from', () => {
    expect(lines(rowsOf(schema))).toEqual(
      [
        '1 event Base + fields',
        '2 id string + anything',
        '2 at Base anything',
        '2 data part 2 object',
        '2 all of: 1, Base Base',
        '2 all of: 2 object',
        '2 Base object',
      ].map((line) => line.replace(' + anything', '')),
    );
  });

  it('a field of an allOf is required if any part requires it', () => {
    expect(rowOf(schema, 'at')).toMatchObject({ place: { required: true }, requiredBy: [['allOf', '1']] });
    expect(rowOf(schema, 'data').place.required).toBe(false);
  });

  it('a field described by several parts has a closed row, with one row per part below it', () => {
    const row = rowOf(schema, 'id');
    expect(row).toMatchObject({ isOpen: false, hasChildren: true, origin: null });
    const all = visibleRows(doc(schema), new Map([[row.pointer, true]]));
    const below = all.filter(({ parent }) => parent === row.pointer);
    expect(below.map(({ pointer, place, path }) => [pointer, place.label, path.join('/')])).toEqual([
      ['/allOf/0/properties/id', 'in Base', 'definitions/Base/properties/id'],
      ['/allOf/1/properties/id', 'in part 2', 'allOf/1/properties/id'],
    ]);
  });

  it('fields that several parts describe are merged inside too', () => {
    const twice = {
      allOf: [
        { properties: { data: { properties: { a: {} } } } },
        { properties: { data: { properties: { b: {} } } } },
      ],
    };
    const all = visibleRows(doc(twice), new Map([['/allOf/*/properties/data', true]]));
    expect(all.map(({ pointer }) => pointer)).toEqual([
      '',
      '/allOf/*/properties/data',
      '/allOf/0/properties/data/properties/a',
      '/allOf/1/properties/data/properties/b',
      '/allOf/0/properties/data',
      '/allOf/1/properties/data',
      '/allOf/0',
      '/allOf/1',
    ]);
  });

  it('circular parts of an allOf end', () => {
    const circle = {
      $ref: '#/definitions/Node',
      definitions: {
        Node: {
          allOf: [{ $ref: '#/definitions/Base' }, { properties: { next: { $ref: '#/definitions/Node' } } }],
        },
        Base: {
          properties: { parent: { allOf: [{ $ref: '#/definitions/Base' }, { properties: { x: {} } }] } },
        },
        Self: { allOf: [{ $ref: '#/definitions/Self' }, { $ref: '#/definitions/Other' }] },
        Other: { allOf: [{ $ref: '#/definitions/Self' }] },
      },
    };
    const everything = new Proxy(new Map<string, boolean>(), {
      get: (map, key) => (key === 'get' ? () => true : Reflect.get(map, key)),
    });
    expect(visibleRows(doc(circle), everything).length).toBeLessThan(60);
  });
});

describe('a field shown through a reference', () => {
  it('a field shown through a reference is edited in its definition, and keeps the focus', () => {
    const row = rowOf(schema, 'at');
    expect(row.pointer).toBe('/allOf/0/properties/at');
    const root = doc(schema);
    expect(documentPath(root, row.pointer)).toEqual(['definitions', 'Base', 'properties', 'at']);
    const outcome = setKeyword(root, row.path, 'type', fromValue('string'));
    expect(made(outcome)).toEqual({
      ...schema,
      definitions: { Base: { ...base, properties: { ...base.properties, at: { type: 'string' } } } },
    });
    expect(outcome.ok && shownAfter(root, row.pointer, outcome.focus)).toBe(row.pointer);
  });

  it('the references to a definition are counted', () => {
    const root = doc({ ...schema, properties: { other: { $ref: '#/definitions/Base' } } });
    expect(referenceCount(root, '/definitions/Base')).toBe(2);
  });

  it('a field is renamed, deleted and made optional in the other parts that require it too', () => {
    const root = doc(schema);
    const row = rowOf(schema, 'at');
    const renamed = made(renameRow(root, row, 'when')) as typeof schema;
    expect(Object.keys(renamed.definitions.Base.properties)).toEqual(['id', 'when']);
    expect(renamed.allOf[1]).toMatchObject({ required: ['when'] });
    expect((made(deleteField(root, row)) as typeof schema).allOf[1]).not.toHaveProperty('required');
    const optional = made(toggleRequiredIn(root, row)) as typeof schema;
    expect(optional.allOf[1]).not.toHaveProperty('required');
    expect(optional.definitions).toEqual(schema.definitions);
  });

  it('a field described by several parts cannot be renamed, deleted or made optional as one', () => {
    for (const outcome of [
      renameRow(doc(schema), rowOf(schema, 'id'), 'x'),
      deleteField(doc(schema), rowOf(schema, 'id')),
      toggleRequiredIn(doc(schema), rowOf(schema, 'id')),
    ])
      expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('2 parts describe id') });
  });
});

describe('a new field of an allOf', () => {
  it('a new field goes into the last inline part of an allOf, or into a new one', () => {
    expect(addChild(doc(schema), [])).toMatchObject({ ok: true, focus: '/allOf/1/properties/field' });
    const only = { allOf: [{ $ref: '#/definitions/Base' }], definitions: { Base: base } };
    expect(made(addChild(doc(only), []))).toEqual({
      ...only,
      allOf: [...only.allOf, { properties: { field: { type: 'string' } } }],
    });
    const own = { ...only, properties: { a: {} } };
    expect(addChild(doc(own), [])).toMatchObject({ focus: '/properties/field' });
  });
});

describe('contradicting parts of an allOf', () => {
  const labels = (value: unknown) =>
    lintSchema(doc(value)).map(({ pointer, label }) => `${pointer} ${label}`);
  it('contradicting parts of an allOf are reported at the row of the field', () => {
    const types = {
      allOf: [
        { properties: { n: { type: 'integer' }, m: { type: 'integer' } } },
        { properties: { n: { type: ['string', 'null'] }, m: { type: 'number' } } },
      ],
    };
    expect(labels(types)).toEqual([
      '/allOf/1/properties/n The parts that describe n allow no common type (integer, string, null): no value fits.',
    ]);
    const closed = {
      allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }],
    };
    expect(labels(closed)).toEqual([
      '/allOf/1/properties/b b never fits: part 1 allows no fields besides its own.',
    ]);
  });
});

const key = fc.constantFrom('a', 'b', 'c', 'd');
const leaf = fc.constantFrom({}, { type: 'string' }, { type: 'integer' }, { type: 'number', minimum: 1 });
const part = fc.record(
  {
    properties: fc.dictionary(key, leaf, { maxKeys: 3 }),
    required: fc.uniqueArray(key, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const document = fc
  .record({
    own: part,
    parts: fc.array(fc.oneof(part, fc.constantFrom('A', 'B')), { minLength: 1, maxLength: 4 }),
    definitions: fc.record({ A: part, B: part }),
  })
  .map(({ own, parts, definitions }) => ({
    ...own,
    allOf: parts.map((each) => (typeof each === 'string' ? { $ref: `#/definitions/${each}` } : each)),
    definitions,
  }));

describe('any parts of an allOf', () => {
  it('merged fields accept exactly what the schema accepts', () => {
    const instance = fc.dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true })));
    fc.assert(
      fc.property(document, fc.array(instance, { minLength: 5, maxLength: 20 }), (value, instances) => {
        const root = doc(value);
        const parts = partsOf(root, rootPart(root));
        const fields = mergedFields(parts);
        // A key that is required but not described has no row; its parts still require it.
        const required = parts.flatMap(
          ({ schema: each }) => (toValue(each.json) as { required?: [] }).required ?? [],
        );
        const merged = {
          required: [...new Set(required)],
          properties: Object.fromEntries(
            fields.map(({ key: name, places }) => [
              name,
              { allOf: places.map(({ schema: each }) => toValue(each.json)) },
            ]),
          ),
        };
        for (const { key: name, requiredBy } of fields)
          expect(requiredBy.length > 0).toBe(merged.required.includes(name as never));
        const [original, flat] = [value, merged].map((each) => new Ajv({ strict: false }).compile(each));
        for (const instance of instances) expect(flat?.(instance)).toBe(original?.(instance));
      }),
      // Each run compiles two checks.
      { numRuns: share(40) },
    );
  });

  it('an edit of a row changes the schema at its path and nothing else', () => {
    fc.assert(
      fc.property(document, fc.nat(), (value, at) => {
        const root = doc(value);
        const rows = visibleRows(root, new Map()).filter(
          ({ place, descriptions }) => place.kind === 'property' && descriptions.length === 0,
        );
        const row = rows[at % Math.max(1, rows.length)];
        if (!row) return;
        const changed = made(setKeyword(root, row.path, 'title', fromValue('T')));
        const expected = JSON.parse(JSON.stringify(value));
        let target: Record<string, unknown> = expected;
        for (const step of row.path) target = target[step] as Record<string, unknown>;
        target.title = 'T';
        expect(changed).toEqual(expected);
      }),
      { numRuns: share(150) },
    );
  });

  it('every row is found by its pointer, and visible once its parents are open', () => {
    fc.assert(
      fc.property(document, fc.nat(), (value, at) => {
        const root = doc({ properties: { x: value }, definitions: value.definitions });
        const open = new Map(visibleRows(root, new Map()).map(({ pointer }) => [pointer, true]));
        const all = visibleRows(root, open);
        expect(new Set(all.map(({ pointer }) => pointer)).size).toBe(all.length);
        const row = all[at % all.length];
        if (!row) return;
        expect(rowAround(root, row.pointer)).toBe(row.pointer);
        const shut = new Map(all.map(({ pointer }) => [pointer, false]));
        const seen = visibleRows(root, opened(root, shut, row.pointer)).map(({ pointer }) => pointer);
        expect(seen).toContain(row.pointer);
      }),
      { numRuns: share(200) },
    );
  });
});
