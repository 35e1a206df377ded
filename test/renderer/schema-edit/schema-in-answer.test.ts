import { expect, it } from 'vitest';
import { bodyWithSchema, schemaInAnswer } from '../../../src-renderer/shared/schema-edit/schema-in-answer';

const SCHEMA = '{"properties":{"10":{"maximum":12345678901234567890},"2":{"minimum":1.0}},"x":"\\u00e9"}';

it('reads a schema from an answer with its keys in order and its numbers as they are spelled', () => {
  expect(schemaInAnswer(`{"name":"a.b","schemas":{"1":${SCHEMA},"2":{}},"archived":false}`)).toBe(
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

it('leaves the lines of somebody who laid it out', () => {
  const written = '{\n  "required": ["a", "b"],\n  "2": 1, "1": 2 }';
  expect(schemaInAnswer(`{"schemas":{"1":${written}}}`)).toBe(written);
});

it('gives null where there is no schema, and something where it nests deeper than can be edited', () => {
  expect(schemaInAnswer('{"schemas":null}')).toBeNull();
  expect(schemaInAnswer('{"schemas":{"2":{}}}')).toBeNull();
  const deep = `${'{"not":'.repeat(500)}{}${'}'.repeat(500)}`;
  expect(JSON.parse(schemaInAnswer(`{"schemas":{"1":${deep}}}`) ?? '')).toEqual(JSON.parse(deep));
});

it('sends a schema letter by letter, alone or beside other fields', () => {
  expect(bodyWithSchema(SCHEMA)).toBe(`{"schema":${SCHEMA}}`);
  expect(bodyWithSchema('true', { name: 'a', n: null })).toBe('{"name":"a","n":null,"schema":true}');
});
