import { expect, it } from 'vitest';
import { asSchema } from '../../../../src-renderer/admin/features/schema/model/schema-node';
import { parseJson } from '../../../../src-server/json-schema/parse-json';

const labelOf = (text: string) => {
  const parsed = parseJson(text);
  return parsed.ok ? asSchema(parsed.node).type.label : null;
};

it('the type of a field with only const or enum is shown as that keyword, not as “anything”', () => {
  expect(labelOf('{"const": "order"}')).toBe('const');
  expect(labelOf('{"enum": ["a", 1], "description": "Either"}')).toBe('enum');
  expect(labelOf('{"type": "string", "const": "order"}')).toBe('string');
  expect(labelOf('{"description": "Whatever"}')).toBe('anything');
  expect(labelOf('true')).toBe('anything');
});
