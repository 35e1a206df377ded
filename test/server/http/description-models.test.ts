import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { withSharedParts } from '../../../src-server/http/description/shared-parts';
import { isObject, type JsonObject } from '../../../src-server/json-schema/plain-json';
import { api } from '../../support/described-api';

const sent: JsonObject = JSON.parse(JSON.stringify(withSharedParts(api)));
const components = sent.components as Readonly<Record<string, JsonObject>>;

/** Every object and list within a value, with the way to it. */
function* within(value: unknown, way: string): Generator<readonly [way: string, value: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [way, value];
  for (const [key, part] of Object.entries(value))
    if (key !== 'example') yield* within(part, `${way}/${key}`);
}

/** What a generator of types cannot express, or names as it likes, in one schema and those within it. */
function modelFaults(schema: unknown, way: string, isNamed: boolean): readonly string[] {
  if (!isObject(schema)) return [];
  const { type, enum: values, items, properties, additionalProperties } = schema;
  const kinds = [type].flat().filter((kind) => kind !== undefined && kind !== 'null');
  const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const isModel = (branch: JsonObject) => '$ref' in branch || branch.type === 'null' || 'enum' in branch;
  return [
    ...(isObject(properties) && !isNamed ? [`${way}: an object without a name`] : []),
    ...(isObject(properties) && branches.length > 0 ? [`${way}: a rule between fields as a model`] : []),
    ...(branches.every(isModel) ? [] : [`${way}: a branch that has no name`]),
    ...(kinds.length > 1 ? [`${way}: a value of several kinds`] : []),
    ...(Array.isArray(values) && values.includes(null) ? [`${way}: null among the values`] : []),
    ...(schema.uniqueItems === true && isObject(items) && 'enum' in items ? [`${way}: a set of values`] : []),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) =>
      modelFaults(field, `${way}.${name}`, false),
    ),
    ...[items, additionalProperties, ...branches].flatMap((part) => modelFaults(part, `${way}/`, false)),
  ];
}

/** What is left of names in languages that have neither case nor punctuation in them. */
function foldedTwice(names: readonly string[]): readonly string[] {
  const folded = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return names.filter((_name, at) => folded.indexOf(folded[at] ?? '') !== at);
}

describe('the description of the API, as programs make clients from it', () => {
  it('is a valid document in which every reference leads somewhere', async () => {
    await expect(SwaggerParser.validate(structuredClone(sent) as never)).resolves.toBeDefined();
  });

  it('has a name for each object, one kind for each value, and rules between fields where they make no type', () => {
    const faults = Object.entries(components.schemas ?? {}).flatMap(([name, schema]) =>
      modelFaults(schema, name, true),
    );
    const elsewhere = [...within({ ...sent, components: { ...components, schemas: {} } }, '')].flatMap(
      ([way, part]) =>
        'schema' in part && way.at(-1) !== 'example' ? modelFaults(part.schema, way, false) : [],
    );
    expect([...faults, ...elsewhere]).toEqual([]);
  });

  it.each([
    ['an object without a name', { properties: { a: { type: 'object', properties: {} } } }],
    ['a rule between fields as a model', { properties: {}, anyOf: [{ $ref: '#' }] }],
    ['a branch that has no name', { anyOf: [{ type: 'string' }] }],
    ['a value of several kinds', { items: { type: ['object', 'boolean', 'null'] } }],
    ['null among the values', { enum: ['a', null] }],
    ['a set of values', { uniqueItems: true, items: { enum: ['a'] } }],
  ])('would not be taken with %s', (fault, schema) => {
    expect(modelFaults(schema, '', true)).toEqual([expect.stringContaining(fault)]);
  });

  it('has names of operations and of components that stay apart without case and punctuation', () => {
    const ids = Object.values(api.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(foldedTwice(ids)).toEqual([]);
    const { securitySchemes: _others, ...named } = components;
    const names = Object.values(named).flatMap((parts) => Object.keys(parts));
    expect(foldedTwice(names)).toEqual([]);
    // A type of that name would take the place of the one that generated code means.
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(foldedTwice(['a.b-c', 'd', 'a.b.c'])).toEqual(['a.b.c']);
  });

  it('has no component that nothing refers to', () => {
    const text = JSON.stringify(sent);
    const { securitySchemes: _others, ...named } = components;
    const unused = Object.entries(named).flatMap(([kind, parts]) =>
      Object.keys(parts).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    );
    expect(unused).toEqual([]);
  });

  it('has what is repeated once: it is under 2.2 kB for each operation', () => {
    const operations = Object.values(api.paths).flatMap((methods) => Object.keys(methods));
    expect(JSON.stringify(sent).length).toBeLessThan(2_200 * operations.length);
  });
});
