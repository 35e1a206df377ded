import { expect, test } from 'vitest';
import { publicChanges } from '../../../src-server/catalog/public-site/public-changes';

const shown = (schema: string | null) => ({
  description: '',
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  groupName: null,
  schemas: schema && `{"1":${schema}}`,
});
const describe = (before: string | null, now: string | null) =>
  publicChanges([{ name: 'a.b', before: shown(before), now: shown(now) }]).flatMap(
    (change) => change.messages,
  );

test('changes of the public catalog compare numbers as spelled in schemas, and by value in examples', () => {
  const [before, now] = ['{"maximum":9223372036854775807}', '{"maximum":9223372036854775806}'];
  expect(describe(before, before)).toEqual([]);
  expect(describe(before, now)).toEqual([
    'the whole event: at most 9223372036854775807 becomes at most 9223372036854775806',
  ]);
  expect(describe('{"examples":[2.0]}', '{"examples":[2]}')).toEqual([]);
  expect(describe('{"examples":[2.0]}', '{"examples":[3.0]}')).toEqual(['the example changes']);
  expect(describe(null, 'true')).toEqual(['the whole event: gets a schema']);
});
