import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { TEXT_PATTERN } from '../../../src-server/contract/names';
import type { Route } from '../../../src-server/http/route';
import { isObject, type JsonObject } from '../../../src-server/json-schema/plain-json';
import { rows } from '../../support/described-api';

/*
 * A name of `.` or `..` in a path reaches something else. Each text that a request can hold is therefore a name, and
 * refuses both; a text for people, which has the pattern of those; or one of these, which name nothing new.
 */

/** What exists is looked up by them. */
const REFERENCES = [
  ...[
    '?app_id',
    '?application',
    '?channel',
    '?endpoint',
    '?endpoint_id',
    '?endpoints',
    '?event_type',
    '?event_types',
    '?tag',
    '?target',
  ],
  ...[
    'appId',
    'appIds',
    'connectionId',
    'endpointId',
    'ids',
    'messageId',
    'messageIds',
    'previewDraftId',
    'sessionIds',
  ],
  ...['deleteHeaders', 'digest', 'oneTimeToken', 'progressId', 'row', 'token'],
  ...['POST /app/{app}/endpoint/{endpoint}/bulk-replay eventTypes'],
  ...['POST /app/{app}/endpoint/{endpoint}/recover eventTypes'],
  ...['POST /app/{app}/endpoint/{endpoint}/replay-missing eventTypes'],
  ...['POST /app/{app}/endpoint/{endpoint}/retry-now eventTypes'],
  // What it removes may have been stored before these names were refused.
  ...['POST /environment/import eventTypes'],
  ...['POST /notice-channels applications', 'PATCH /notice-channels/{channel} applications'],
  ...['POST /erasure application', 'POST /erasure eventIdPrefix', 'POST /erasure text'],
];
/** They are in no path, or checked further: the name of an import's row makes that row a problem. */
const OTHERS = [
  ...[
    '?iterator',
    '?q',
    '?text',
    'address',
    'createdAt',
    'note',
    'path',
    'rawPayload',
    'sameAs',
    'sourceName',
    'specRaw',
  ],
  ...['channel', 'channels', 'headers.*', 'metadata.*', 'tag', 'tags', 'target', 'title', 'version'],
  ...['host', 'password', 'user', 'POST /notice-channels secret', 'PATCH /notice-channels/{channel} secret'],
  ...['POST /connections name', 'PATCH /connections/{id} name', 'POST /connections/test name'],
  ...['POST /connections/{id}/working-copy/import/apply name'],
  ...['POST /connections/{id}/working-copy/import/plan name'],
  ...['POST /event-type/import/apply name', 'POST /event-type/import/plan name'],
];
const ASSERTIONS = ['const', 'enum', 'format', 'maxLength', 'minLength', 'pattern'];

const ajv = new Ajv({ strict: false, formats: { 'date-time': /^\d/, uri: /:/ } });

/** Every text of a schema that may be the name of an event type and may be `.` or `..`, by its property. */
function textsIn(schema: unknown, name: string): readonly string[] {
  if (!isObject(schema)) return [];
  const { properties, items, additionalProperties } = schema;
  const options = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? []);
  return [
    ...([schema.type].flat().includes('string') && takesDots(schema) ? [name] : []),
    ...(isObject(properties)
      ? Object.entries(properties).flatMap(([key, schema]) => textsIn(schema, key))
      : []),
    ...textsIn(items, name),
    ...textsIn(additionalProperties, `${name}.*`),
    ...options.flatMap((option) => textsIn(option, name)),
  ];
}

function takesDots(schema: JsonObject): boolean {
  if (schema.pattern === TEXT_PATTERN) return false;
  const own = Object.entries(schema).filter(([keyword]) => ASSERTIONS.includes(keyword));
  const fits = ajv.compile({ type: 'string', ...Object.fromEntries(own) });
  return fits('invoice.paid') && (fits('.') || fits('..'));
}

function textsOf({ body, query = {} }: Route): readonly string[] {
  return [
    ...textsIn(body, ''),
    ...Object.entries(query).flatMap(([name, parameter]) => textsIn(parameter, `?${name}`)),
  ];
}

test.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s takes no new name of "." or ".."',
  (operation, row) => {
    const known = new Set([...REFERENCES, ...OTHERS]);
    const taken = textsOf(row).filter((name) => !known.has(name) && !known.has(`${operation} ${name}`));
    expect(taken).toEqual([]);
  },
);

test('each exception is one', () => {
  const found = new Set(
    rows.flatMap((row) => textsOf(row).flatMap((name) => [name, `${row.method} ${row.path} ${name}`])),
  );
  expect([...REFERENCES, ...OTHERS].filter((name) => !found.has(name))).toEqual([]);
});
