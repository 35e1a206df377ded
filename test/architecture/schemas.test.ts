import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { CHECKED_IN_CODE } from '../../src-server/contract/checked-in-code';
import { sourceFiles } from './source-files';

type Schema = { readonly [keyword: string]: unknown };

const modules = import.meta.glob<Record<string, unknown>>('../../src-server/contract/*.ts', { eager: true });
const schemas = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => name.endsWith('Schema') && isSchema(value))
    .map(([name, value]) => ({ name: `${path.split('/').at(-1)} ${name}`, schema: value as Schema })),
);

/** Every property without a description, as its path. */
function undescribed(schema: Schema, path = ''): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return [
    ...properties.flatMap(([name, property]) => [
      ...(typeof property.description === 'string' && property.description.trim() ? [] : [`${path}/${name}`]),
      ...undescribed(property, `${path}/${name}`),
    ]),
    ...(isSchema(schema.items) ? undescribed(schema.items, `${path}/[]`) : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      ((schema[keyword] ?? []) as Schema[]).flatMap((branch) => undescribed(branch, `${path}/${keyword}`)),
    ),
  ];
}

/** Every object with known properties that does not say how unknown ones are treated. */
function open(schema: Schema, path = ''): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const undecided = properties.length > 0 && schema.additionalProperties === undefined;
  return [
    ...(undecided ? [path || '/'] : []),
    ...properties.flatMap(([name, property]) => open(property, `${path}/${name}`)),
    ...(isSchema(schema.items) ? open(schema.items, `${path}/[]`) : []),
  ];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// One for all: it compiles what a schema may be only once.
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
addFormats(ajv);
ajv.addKeyword(CHECKED_IN_CODE);

describe('the schemas of the contract', () => {
  it('are found: nearly every file of the contract has some', () => {
    expect(schemas.length).toBeGreaterThan(20);
    const files = sourceFiles('src-server/contract').filter(
      ({ path }) => !/\/(?:operations|portal-texts)\//.test(path),
    );
    expect(files.length).toBe(Object.keys(modules).length);
  });

  it.each(schemas)('$name compiles, describes every property and decides on unknown ones', ({ schema }) => {
    expect(() => ajv.compile(schema)).not.toThrow();
    expect(undescribed(schema)).toEqual([]);
    expect(open(schema)).toEqual([]);
  });
});

describe('the tests of the schemas', () => {
  it('see a property without a description, however deep', () => {
    const schema = { properties: { list: { description: 'A list.', items: { properties: { id: {} } } } } };
    expect(undescribed(schema)).toEqual(['/list/[]/id']);
    expect(open(schema)).toEqual(['/', '/list/[]']);
  });
});
