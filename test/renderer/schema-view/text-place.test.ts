import { describe, expect, it } from 'vitest';
import { placedProblems } from '../../../src-renderer/shared/schema-view/placed-problems';
import { textPlace } from '../../../src-renderer/shared/schema-view/text-place';
import { parseJson } from '../../../src-server/json-schema/parse-json';

const TEXT = '{\n  "id": "x",\n  "data": {\n    "a/b": [1, -2]\n  }\n}';
const parsed = parseJson(TEXT);
if (!parsed.ok) throw new Error(parsed.fault.label);
const { node } = parsed;
const at = (pointer: string) => {
  const { start, end, line } = textPlace(node, pointer);
  return [TEXT.slice(start, end), line];
};

describe('the place of a pointer in a text', () => {
  it('the place of a pointer is its value, limited to the first line', () => {
    expect(at('/id')).toEqual(['"x"', 2]);
    expect(at('/data/a~1b/1')).toEqual(['-2', 4]);
    expect(at('/data')).toEqual(['{', 3]);
    expect(at('')).toEqual(['{', 1]);
  });

  it('the place of a missing value is the opening bracket of its parent', () => {
    expect(at('/data/missing')).toEqual(['{', 3]);
    expect(at('/data/a~1b/7/x')).toEqual(['[', 4]);
    expect(at('/nothing/at/all')).toEqual(['{', 1]);
  });

  it('the places of twenty violations in a megabyte are found without blocking the page', () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => ({ id: n, name: `customer ${n}` }));
    const large = parseJson(JSON.stringify(rows, null, 1));
    if (!large.ok) throw new Error(large.fault.label);
    const problems = Array.from({ length: 20 }, (_, n) => ({
      pointer: `/${29_000 + n}/name`,
      rule: 'type',
      message: 'must be number',
    }));
    const from = process.cpuUsage();
    expect(placedProblems(large.node, problems).problems).toHaveLength(20);
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(500);
  });
});
