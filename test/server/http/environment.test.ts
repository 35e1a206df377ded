import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValidName } from '../../../src-server/contract/names';
import { anyText } from '../../support/any-text';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';

const server = startedForEach(startTestServer);

const put = (body: unknown, at = server) => at.call('POST', '/environment/import', body);
const read = async (at = server) => (await at.call('POST', '/environment/export')).json;

test('an export has every event type with its schemas, all settings, and no connectors', async () => {
  await server.call('POST', '/event-type', {
    name: 'b.two',
    description: 'B',
    featureFlags: ['f'],
    schemas: { 1: { type: 'object' } },
  });
  await server.call('POST', '/event-type', { name: 'a.one', description: 'A' });
  await server.call('DELETE', '/event-type/a.one');
  const exported = await read();
  expect(Object.keys(exported).sort()).toEqual([
    'connectors',
    'createdAt',
    'eventTypes',
    'settings',
    'version',
  ]);
  expect([exported.version, exported.connectors]).toEqual([1, []]);
  expect(exported.eventTypes).toMatchObject([
    { name: 'a.one', archived: true },
    { name: 'b.two', featureFlags: ['f'], featureFlag: 'f', schemas: { 1: { type: 'object' } } },
  ]);
  const { publication: _, ...settings } = (await server.call('GET', '/settings')).json;
  expect(exported.settings).toEqual(settings);
});

test('an import with the tag of an export is refused once event types, settings or flag sets have changed', async () => {
  const tag = async () =>
    (await server.call('POST', '/environment/export')).headers.get('etag')?.replace('W/', '') ?? '';
  const changes = [
    () => server.call('PUT', '/event-type/other', { description: `${Math.random()}` }),
    () => server.call('PATCH', '/settings', { displayName: 'Globex' }),
    () =>
      server.call('PUT', '/catalog/flag-sets', {
        flagSets: [{ letter: 'A', name: 'Beta', colour: 'teal', featureFlags: ['beta'] }],
      }),
  ];
  const wanted = { eventTypes: [{ name: 'mine', description: 'imported' }], settings: { readOnly: true } };
  for (const change of changes) {
    const read = await tag();
    await change();
    const late = await server.call('POST', '/environment/import', wanted, { headers: { 'if-match': read } });
    expect([late.status, late.json.code]).toEqual([412, 'precondition_failed']);
    expect((await server.call('GET', '/event-type/mine')).status).toBe(404);
    expect((await server.call('GET', '/settings')).json.readOnly).toBe(false);
  }
  const now = await server.call('POST', '/environment/import', wanted, {
    headers: { 'if-match': await tag() },
  });
  expect(now.status).toBe(204);
});

test('an import adds and replaces, and removes nothing; unchanged objects keep their time', async () => {
  const create = (name: string) =>
    server.call('POST', '/event-type', { name, description: 'old', schemas: { 1: { type: 'object' } } });
  const [, changing, same] = [await create('stays'), await create('changes'), await create('same')];
  const response = await put({
    eventTypes: [
      { name: 'changes', description: 'new' },
      { ...same.json, createdAt: '2001-01-01T00:00:00Z' },
      { name: 'added', description: '', featureFlag: 'beta', deprecated: true },
    ],
    settings: { displayName: 'Acme', unknown: 1 },
  });
  expect([response.status, response.text]).toEqual([204, '']);
  const { eventTypes, settings } = await read();
  const byName = Object.fromEntries(
    eventTypes.map((eventType: { name: string }) => [eventType.name, eventType]),
  );
  expect(Object.keys(byName)).toEqual(['added', 'changes', 'same', 'stays']);
  expect(byName.changes).toMatchObject({
    description: 'new',
    schemas: null,
    createdAt: changing.json.createdAt,
  });
  expect(byName.same).toEqual(same.json);
  expect(byName.added).toMatchObject({ featureFlags: ['beta'], deprecated: true });
  expect(settings.displayName).toBe('Acme');
});

test('nothing at all, null and empty lists are fine and change nothing', async () => {
  const before = await read();
  for (const body of [undefined, {}, { eventTypes: null, settings: null, connectors: null }]) {
    expect((await put(body)).status).toBe(204);
  }
  expect((await put({ eventTypes: [], settings: {}, connectors: [] })).status).toBe(204);
  expect((await put({ settings: { enforceHttps: null, retryPolicy: null } })).status).toBe(204);
  expect({ ...(await read()), createdAt: '' }).toEqual({ ...before, createdAt: '' });
});

test.each([
  [{ openapi: '3.1.0', info: { title: 'x', version: '1' }, webhooks: {} }, ['body']],
  [{ version: 99, eventTypes: [{ name: 'from.tomorrow', description: '' }] }, ['body', 'version']],
  [{ version: '1.0.0', name: 'a-package' }, ['body', 'version']],
])('an object that is no environment, or of another version, is refused: %j', async (body, loc) => {
  const response = await put(body);
  expect(response.status).toBe(422);
  expect(response.json.detail[0].loc).toEqual(loc);
  expect((await read()).eventTypes).toEqual([]);
});

test('removals are part of the same write, and cannot name what the import adds', async () => {
  const before = await read();
  const set = { letter: 'D', name: 'D', colour: 'teal', featureFlags: [] };
  const more = { eventTypes: [{ name: 'more.one', description: '' }], flagSets: [set] };
  expect((await put(more)).status).toBe(204);
  const both = await put({ ...more, remove: { eventTypes: ['more.one'] } });
  expect(both.status).toBe(422);
  const broken = {
    eventTypes: [{ name: 'bad', description: '', schema: 7 }],
    remove: { eventTypes: ['more.one'] },
  };
  expect((await put(broken)).status).toBe(422);
  expect((await read()).eventTypes.map(({ name }: { name: string }) => name)).toContain('more.one');
  const back = { settings: null, remove: { eventTypes: ['more.one', 'never.there'], flagSets: ['D'] } };
  expect((await put(back)).status).toBe(204);
  expect({ ...(await read()), createdAt: '' }).toEqual({ ...before, createdAt: '' });
});

const good = { name: 'good', description: 'g' };
test.each([
  ['a name', { eventTypes: [good, { name: 'not a name', description: '' }] }, ['eventTypes', '[1]', 'name']],
  [
    'a description',
    { eventTypes: [good, { name: 'x', description: null }] },
    ['eventTypes', '[1]', 'description'],
  ],
  [
    'a schema',
    { eventTypes: [good, good, { name: 'x', description: '', schemas: { 1: { readOnly: 15 } } }] },
    ['eventTypes', '[1]', 'name'],
  ],
  [
    'a schema',
    { eventTypes: [good, { name: 'x', description: '', schemas: { 1: { readOnly: 15 } } }] },
    ['eventTypes', '[1]', 'schemas'],
  ],
  [
    'a flag',
    { eventTypes: [good, { name: 'x', description: '', featureFlags: ['no flag'] }] },
    ['eventTypes', '[1]', 'featureFlags', '[0]'],
  ],
  ['a setting', { eventTypes: [good], settings: { retryPolicy: [0] } }, ['settings', 'retryPolicy', '[0]']],
  [
    'settings together',
    { eventTypes: [good], settings: { eventCatalogPublished: true } },
    ['settings', 'displayName'],
  ],
  ['a connector', { eventTypes: [good], connectors: [{ name: 'c' }] }, ['connectors', '[0]']],
])('%s that does not fit is named, and nothing is written: %j', async (_what, body, place) => {
  const before = await read();
  const response = await put(body);
  expect(response.status).toBe(422);
  expect(response.json.detail[0].loc).toEqual(['body', ...place]);
  expect({ ...(await read()), createdAt: '' }).toEqual({ ...before, createdAt: '' });
});

test('every invalid entry is named, not only the first', async () => {
  const bad = (name: string) => ({ name, description: '', schemas: { 1: { readOnly: 15 } } });
  const { json } = await put({ eventTypes: [bad('a'), good, bad('b')] });
  expect(json.detail.map(({ loc }: { loc: string[] }) => loc[2])).toEqual(['[0]', '[2]']);
});

test('a catalog that an import publishes is served', async () => {
  expect((await put({ settings: { eventCatalogPublished: true, displayName: 'Acme' } })).status).toBe(204);
  expect((await server.call('GET', '/settings')).json).toMatchObject({ eventCatalogPublished: true });
  await server.restart();
  expect((await server.call('GET', '/settings')).json).toMatchObject({ displayName: 'Acme' });
});

describe('whatever is exported', () => {
  const other = startedOnce(startTestServer);

  const name = fc.stringMatching(/^[a-zA-Z0-9\-_.]{1,12}$/).filter(isValidName);
  const text = anyText(30).filter((string) => !hasControl(string));
  const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const color = nullable(fc.stringMatching(/^#[0-9a-f]{6}$/));
  const flags = nullable(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }));
  const schema = fc.record({
    type: fc.constant('object'),
    title: text,
    examples: fc.array(fc.object(), { maxLength: 2 }),
    properties: fc.dictionary(name, fc.record({ type: fc.constantFrom('string', 'number', 'object') })),
  });
  const eventType = fc.record({
    name,
    description: text,
    archived: fc.boolean(),
    deprecated: fc.boolean(),
    groupName: nullable(name),
    featureFlags: flags,
    schemas: nullable(fc.record({ 1: schema })),
  });
  const settings = fc.record({
    displayName: nullable(text),
    enforceHttps: fc.boolean(),
    whitelabelHeaders: fc.boolean(),
    readOnly: fc.boolean(),
    requireEndpointChannel: fc.boolean(),
    endpointsPerAppLimit: nullable(fc.integer({ min: 1, max: 100_000 })),
    retryPolicy: nullable(fc.array(fc.integer({ min: 1, max: 86_400 }), { maxLength: 5 })),
    applicationAlertEvents: fc.uniqueArray(name, { maxLength: 3 }),
    customColor: color,
    colorPaletteDark: nullable(fc.record({ primary: color, textDanger: color })),
    customThemeOverride: nullable(
      fc.record({ borderRadius: fc.record({ button: fc.constantFrom('none', 'sm', 'full', null) }) }),
    ),
    customStringsOverride: nullable(fc.record({ channelsOne: nullable(text) })),
  });

  test('can be imported elsewhere, and is exported from there unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(eventType, { selector: (type) => type.name, maxLength: 6 }),
        settings,
        async (eventTypes, wanted) => {
          expect((await put({ eventTypes, settings: wanted })).status).toBe(204);
          const exported = await read();
          expect((await put(exported, other)).status).toBe(204);
          // Neither removes anything, and both got the same settings throughout.
          expect(withoutTimes(await read(other))).toEqual(withoutTimes(exported));
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});

function hasControl(text: string): boolean {
  return [...text].some((character) => character < '\u0009');
}

interface Exported {
  readonly eventTypes: readonly object[];
  readonly settings: object;
}

function withoutTimes({ eventTypes, settings }: Exported) {
  return {
    settings,
    eventTypes: eventTypes.map((eventType) => ({
      ...eventType,
      createdAt: null,
      deprecatedAt: null,
      updatedAt: null,
    })),
  };
}
