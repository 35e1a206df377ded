import { expect, it } from 'vitest';
import { constraintLabel } from '../../../../src-renderer/admin/features/schema/model/constraint-label';
import { asSchema } from '../../../../src-renderer/admin/features/schema/model/schema-node';
import { withExample } from '../../../../src-renderer/admin/parts/with-example';
import { fromValue, type JsonNode, objectNode, toValue } from '../../../../src-server/json-schema/json-node';
import { parseOrdered, stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { mergeThreeWays } from '../../../../src-server/json-schema/three-way-merge';

const node = (text: string): JsonNode => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.fault.label);
  return parsed.node;
};
const labelOf = (text: string) => constraintLabel(asSchema(node(text)));
const BIG = '9223372036854775807';
const TEXT = `{"b":${BIG},"2":[2.0,{"1":1e3}],"a":-0}`;

it('a document keeps its keys and the spelling of its numbers when converted to a value and back', () => {
  const value = toValue(node(TEXT));
  expect(value).toEqual(JSON.parse(TEXT));
  expect(stringifyOrdered(value)).toBe(TEXT);
  expect(printJson(fromValue(value))).toBe(stringifyOrdered(parseOrdered(TEXT), 2));
  expect(toValue(node('{"a":1,"a":2.0,"__proto__":{"b":1}}'))).toEqual(
    JSON.parse('{"a":2,"__proto__":{"b":1}}'),
  );
});

it('an example from the instance is inserted as it is spelled', () => {
  const schema = withExample(objectNode([]), fromValue(parseOrdered(TEXT)));
  expect(stringifyOrdered(toValue(schema))).toBe(`{"examples":[${TEXT}]}`);
});

it('constraints are labelled with numbers as they are spelled', () => {
  expect(labelOf(`{"const":${BIG},"multipleOf":2.0,"default":1e3,"properties":{}}`)).toBe(
    `always ${BIG} · multiple of 2.0 · default 1e3`,
  );
  expect(labelOf(`{"enum":[1.0,${BIG}],"format":7}`)).toBe(`1.0 | ${BIG} · 7`);
});

it('enum values that are the same double but spelled differently are merged as two', () => {
  const of = (digit: number) => node(`{"enum":[{"n":922337203685477580${digit}}]}`);
  expect(printJson(mergeThreeWays({ base: of(5), mine: of(6), theirs: of(7) }).root).replace(/\s/g, '')).toBe(
    '{"enum":[{"n":9223372036854775806},{"n":9223372036854775807}]}',
  );
});
