import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { NAME_PATTERN } from '../../../src-server/contract/names';
import { OPERATIONAL_EVENT_TYPES } from '../../../src-server/contract/operational-webhook';

test.each(OPERATIONAL_EVENT_TYPES)('the example of $name fits its schema, and no other name does', (type) => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  addFormats(ajv);
  const fits = ajv.compile(type.schema);
  expect(fits(type.example) || fits.errors).toBe(true);
  expect(fits({ ...type.example, type: 'something.else' })).toBe(false);
  expect(type.name).toMatch(new RegExp(NAME_PATTERN));
  expect(type.example.type).toBe(type.name);
});

test('each event is there once', () => {
  const names = OPERATIONAL_EVENT_TYPES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(11);
});
