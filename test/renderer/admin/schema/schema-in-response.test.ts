import { expect, it } from 'vitest';
import { bodyWithSchema, schemaInResponse } from '../../../../src-renderer/admin/data/use-schema-text';

const SCHEMA = '{"properties":{"10":{"maximum":12345678901234567890},"2":{"minimum":1.0}},"x":"\\u00e9"}';

it('a schema in a response keeps its key order and the spelling of its numbers', () => {
  expect(schemaInResponse(`{"name":"a.b","schemas":{"1":${SCHEMA},"2":{}},"archived":false}`)).toBe(
    [
      '{',
      '  "properties": {',
      '    "10": {',
      '      "maximum": 12345678901234567890',
      '    },',
      '    "2": {',
      '      "minimum": 1.0',
      '    }',
      '  },',
      '  "x": "\\u00e9"',
      '}',
    ].join('\n'),
  );
});

it('a formatted schema in a response keeps its lines', () => {
  const written = '{\n  "required": ["a", "b"],\n  "2": 1, "1": 2 }';
  expect(schemaInResponse(`{"schemas":{"1":${written}}}`)).toBe(written);
});

it('a response without a schema gives null, and a schema nested too deep to edit is still read', () => {
  expect(schemaInResponse('{"schemas":null}')).toBeNull();
  expect(schemaInResponse('{"schemas":{"2":{}}}')).toBeNull();
  const deep = `${'{"not":'.repeat(500)}{}${'}'.repeat(500)}`;
  expect(JSON.parse(schemaInResponse(`{"schemas":{"1":${deep}}}`) ?? '')).toEqual(JSON.parse(deep));
});

it('a schema is sent letter by letter, alone or beside other fields', () => {
  expect(bodyWithSchema(SCHEMA)).toBe(`{"schema":${SCHEMA}}`);
  expect(bodyWithSchema('true', { name: 'a', n: null })).toBe('{"name":"a","n":null,"schema":true}');
});
