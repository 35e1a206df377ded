import { expect, test } from 'vitest';
import { publicChanges, toPublished } from '../../../src-server/catalog/public-changes';
import type { PublicEventType } from '../../../src-server/contract/public-catalog';

const type = (schema: string | null): PublicEventType => ({
  ...{ name: 'a.b', description: '', deprecated: false, groupName: null, updatedAt: '', schema },
  ...{ example: null, variants: [], hasOwnExample: false },
});
const words = (before: string | null, now: string | null) =>
  publicChanges(JSON.parse(JSON.stringify(toPublished([type(before)]))), [type(now)]).flatMap(
    (one) => one.words,
  );

test('numbers are compared as they are spelled, also after the page was noted', () => {
  const [before, now] = ['{"maximum":9223372036854775807}', '{"maximum":9223372036854775806}'];
  expect(words(before, before)).toEqual([]);
  expect(words(before, now)).toEqual([
    'the whole event: at most 9223372036854775807 becomes at most 9223372036854775806',
  ]);
  expect(words('{"examples":[2.0]}', '{"examples":[2]}')).toEqual([]);
  expect(words('{"examples":[2.0]}', '{"examples":[3.0]}')).toEqual(['the example changes']);
  expect(words(null, 'true')).toEqual(['the whole event: gets a schema']);
});

test('a page that was noted by an older version, with schemas as values, is compared as before', () => {
  const older = (schema: unknown) => ({ ...type(null), schema });
  const changes = (before: unknown, now: string) => publicChanges([older(before)], [type(now)]);
  expect(changes({ maximum: 2 }, '{"maximum":2.0}')).toEqual([]);
  expect(changes({ maximum: 2 }, '{"maximum":3}')[0]?.words).toEqual([
    'the whole event: at most 2 becomes at most 3',
  ]);
});
