import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

/** What deprecation says about an event type, and to whom. */

const clock = new FakeClock(Date.parse('2026-05-01T12:00:00Z'));
const server = startedOnce(() => startTestServer({ parts: { clock } }));
const other = startedOnce(startTestServer);
const SUNSET = '2027-01-31T00:00:00.000Z';
let names = 0;
let name: string;

beforeEach(() => {
  name = `old-${names++}`;
});

const at = (path = '') => `/event-type/${name}${path}`;
const create = async (extra: object = {}) =>
  (await server.call('POST', '/event-type', { name, description: 'd', ...extra })).json;
const patch = async (body: object) => (await server.call('PATCH', at(), body)).json;
const read = async (token?: string) =>
  (await server.call('GET', at(), undefined, token === undefined ? {} : { token })).json;
const NONE = { deprecated: false, deprecatedAt: null, sunsetAt: null, replacedBy: null };

test('since when an event type is deprecated is the time of the change that says so, until one takes it back', async () => {
  expect(await create()).toMatchObject(NONE);
  await clock.advance(1000);
  const marked = await patch({
    deprecated: true,
    sunsetAt: '2027-01-31T01:00:00+01:00',
    replacedBy: 'new.one',
  });
  const deprecatedAt = '2026-05-01T12:00:01.000Z';
  const all = { deprecated: true, deprecatedAt, sunsetAt: SUNSET, replacedBy: 'new.one' };
  expect(marked).toMatchObject(all);
  await clock.advance(1000);
  await patch({ description: 'other' });
  await server.call('POST', '/event-type-bulk', { eventTypes: [{ name, groupName: 'g' }] });
  await server.call('POST', '/environment/import', { eventTypes: [{ name, deprecated: true }] });
  expect(await read()).toMatchObject({ ...NONE, deprecated: true, deprecatedAt });
  expect(await patch({ deprecated: false })).toMatchObject(NONE);
  expect(await patch({ deprecated: true })).toMatchObject({ deprecatedAt: '2026-05-01T12:00:02.000Z' });
});

test('one that is created as deprecated is so since then, however it is created', async () => {
  const now = new Date(clock.now()).toISOString();
  expect(await create({ deprecated: true, sunsetAt: SUNSET })).toMatchObject({
    deprecatedAt: now,
    sunsetAt: SUNSET,
  });
  name = `${name}-bulk`;
  const entry = { name, description: '', deprecated: true, replacedBy: 'new.one' };
  await server.call('POST', '/event-type-bulk', { eventTypes: [entry] });
  expect(await read()).toMatchObject({ deprecatedAt: now, replacedBy: 'new.one' });
  name = `${name}-put`;
  const put = await server.call('PUT', at(), { deprecated: true, sunsetAt: SUNSET });
  expect(put.json).toMatchObject({ deprecatedAt: now, sunsetAt: SUNSET });
  // With a description, PUT replaces: what is absent goes.
  expect((await server.call('PUT', at(), { description: 'd' })).json).toMatchObject(NONE);
});

test('an environment keeps since when an event type is deprecated, where it was not before', async () => {
  await create({ deprecated: true });
  const entry = (await server.call('POST', '/environment/export', {})).json.eventTypes.find(
    (type: { name: string }) => type.name === name,
  );
  await clock.advance(60_000);
  const put = (more: object) =>
    server.call('POST', '/environment/import', { eventTypes: [{ ...entry, ...more }] });
  await server.call('DELETE', at('?expunge=true'));
  await put({});
  expect(await read()).toMatchObject({ deprecated: true, deprecatedAt: entry.deprecatedAt });
  await put({ description: 'e', deprecatedAt: '2020-01-01T00:00:00Z' });
  expect(await read()).toMatchObject({ description: 'e', deprecatedAt: entry.deprecatedAt });
  await put({ deprecated: false });
  expect(await read()).toMatchObject(NONE);
  await put({ deprecatedAt: '2020-01-01T01:00:00+01:00' });
  expect(await read()).toMatchObject({ deprecatedAt: '2020-01-01T00:00:00.000Z' });
  await patch({ deprecated: false });
  await put({ deprecatedAt: '2999-01-01T00:00:00Z' });
  expect(await read()).toMatchObject({ deprecatedAt: new Date(clock.now()).toISOString() });
  expect((await put({ deprecatedAt: 'yesterday' })).status).toBe(422);
});

test.each([
  ['replacedBy', () => name],
  ['replacedBy', () => 'not a name'],
  ['sunsetAt', () => 'tomorrow'],
  ['sunsetAt', () => '2027-02-30T00:00:00Z'],
])('a %s that cannot be is refused with 422, and nothing is changed', async (field, wrongValue) => {
  const before = await create({ replacedBy: 'fine' });
  const body = { [field]: wrongValue(), description: 'never' };
  const responses = [
    await server.call('PATCH', at(), body),
    await server.call('PUT', at(), body),
    await server.call('POST', '/event-type-bulk', { eventTypes: [{ name, ...body }] }),
    await server.call('POST', '/environment/import', { eventTypes: [{ name, ...body }] }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(await read()).toEqual(before);
});

test('an export carries them to another instance, and the history says what became of them', async () => {
  await create({ deprecated: true, sunsetAt: SUNSET, replacedBy: 'new.one' });
  const exported = (await server.call('POST', '/environment/export')).json;
  expect((await other.call('POST', '/environment/import', exported)).status).toBe(204);
  expect((await other.call('GET', at())).json).toMatchObject({
    ...{ deprecated: true, deprecatedAt: expect.any(String), sunsetAt: SUNSET, replacedBy: 'new.one' },
  });
  await patch({ sunsetAt: null, replacedBy: 'newer.one' });
  const { data } = (await server.call('GET', at('/history'))).json;
  expect(data[0].changes).toEqual([
    { effect: null, where: 'sunset', text: 'no longer 2027-01-31' },
    { effect: null, where: 'replacement', text: 'new.one becomes newer.one' },
  ]);
  const first = (await server.call('GET', at('/history/1'))).json;
  expect(first.content).toMatchObject({ deprecated: true, sunsetAt: SUNSET, replacedBy: 'new.one' });
  await server.call('POST', at('/history/1/restore'));
  expect(await read()).toMatchObject({ sunsetAt: SUNSET, replacedBy: 'new.one' });
});

test('an import of OpenAPI that does not speak of them leaves them as they are', async () => {
  await create({ deprecated: true, sunsetAt: SUNSET, replacedBy: 'new.one' });
  const spec = {
    openapi: '3.1.0',
    webhooks: { [name]: { post: { deprecated: true, description: 'From it.' } } },
  };
  const imported = await server.call('POST', '/event-type/import/openapi', { spec });
  expect(imported.json.data.modified).toEqual([name]);
  const kept = { deprecated: true, sunsetAt: SUNSET, replacedBy: 'new.one' };
  expect(await read()).toMatchObject({ ...kept, description: 'From it.' });
});

describe('a replacement that a reader may not see', () => {
  const tokenWith = async (featureFlags: readonly string[]) =>
    (await server.call('POST', '/auth/token', { name: 't', featureFlags })).json.token;
  const portalWith = async (wish: object) => {
    const app = await server.create('/app', { name: 'A' });
    return (await server.call('POST', `/auth/app-portal-access/${app}`, wish)).json.token;
  };
  const shownTo = async (token: string) => {
    const { data } = (await server.call('GET', '/event-type?limit=250', undefined, { token })).json;
    const listed = data.find((type: { name: string }) => type.name === name);
    return [(await read(token)).replacedBy, listed.replacedBy];
  };

  test('is not named to that reader, whether it exists or not, and to others it is', async () => {
    const [hidden, missing] = [`${name}-secret`, `${name}-none`];
    await server.call('POST', '/event-type', { name: hidden, featureFlags: ['beta', 'gold'] });
    await create({ deprecated: true, replacedBy: hidden });
    const readers = [await tokenWith([]), await portalWith({}), await tokenWith(['other'])];
    for (const token of readers) expect(await shownTo(token)).toEqual([null, null]);
    for (const token of [
      server.adminToken,
      await tokenWith(['gold']),
      await portalWith({ featureFlags: ['beta'] }),
    ])
      expect(await shownTo(token)).toEqual([hidden, hidden]);
    await patch({ replacedBy: missing });
    for (const token of readers) expect(await shownTo(token)).toEqual([null, null]);
    expect(await shownTo(server.adminToken)).toEqual([missing, missing]);
    await patch({ replacedBy: hidden });
    await server.call('PATCH', `/event-type/${hidden}`, { featureFlags: null });
    for (const token of readers) expect(await shownTo(token)).toEqual([hidden, hidden]);
  });

  test('is not named in a draft of the preview either, which may hide or show it itself', async () => {
    const next = `${name}-next`;
    await server.call('POST', '/event-type', { name: next });
    await create({ deprecated: true, replacedBy: next });
    const draftOf = async (eventTypes: readonly object[]) => {
      const draft = await server.call('POST', '/portal-preview-drafts', { eventTypes });
      return portalWith({ previewDraftId: draft.json.id });
    };
    expect(await shownTo(await draftOf([{ name: next, featureFlags: ['beta'] }]))).toEqual([null, null]);
    expect(await shownTo(await draftOf([{ name: next, remove: true }]))).toEqual([null, null]);
    expect(await shownTo(await draftOf([{ name: next, description: 'seen' }]))).toEqual([next, next]);
    const added = `${name}-added`;
    const makes = [
      { name: added, description: 'new' },
      { name, replacedBy: added },
    ];
    expect(await shownTo(await draftOf(makes))).toEqual([added, added]);
  });
});
