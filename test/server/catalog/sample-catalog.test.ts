import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { checkSchemas } from '../../../src-server/catalog/checks/schema-check';
import { sampleEventTypes } from '../../../src-server/catalog/sample-catalog';
import { groupOf, isValidName } from '../../../src-server/contract/names';

test.each(sampleEventTypes.map((type) => [type.name, type] as const))(
  'the sample event type %s has a Draft 7 schema with valid examples',
  (name, type) => {
    expect(isValidName(name)).toBe(true);
    expect(checkSchemas(type.schemas ?? '')).toEqual([]);
    const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true });
    ajvFormats.default(ajv);
    const schema: { examples: unknown[] } = JSON.parse(type.schemas ?? '')['1'];
    const validate = ajv.compile(schema);
    expect(schema.examples.length).toBeGreaterThan(0);
    for (const example of schema.examples) expect(validate(example) ? [] : validate.errors).toEqual([]);
  },
);

test('the sample catalog has groups, a flag and a deprecated event type', () => {
  expect(sampleEventTypes.length).toBe(12);
  expect(new Set(sampleEventTypes.map((type) => type.name)).size).toBe(12);
  expect(new Set(sampleEventTypes.map(groupOf))).toEqual(
    new Set(['customer', 'order', 'invoice', 'shipment']),
  );
  expect(sampleEventTypes.filter((type) => type.featureFlags !== null).length).toBe(1);
  expect(sampleEventTypes.filter((type) => type.deprecated).length).toBe(1);
});
