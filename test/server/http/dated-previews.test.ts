import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

/** What a customer saw at a past time, and will see at one to come. */

const START = Date.parse('2026-11-27T10:00:00Z');
const HOUR_MS = 3_600_000;
let clock: FakeClock;
const server = startedForEach(() => {
  clock = new FakeClock(START);
  return startTestServer({ parts: { clock } });
});
let app: string;

beforeEach(async () => {
  app = await server.create('/app', { name: 'A' });
  await server.call('POST', '/event-type', {
    name: 'a.open',
    description: 'First.',
    schema: { title: 'one' },
  });
  await server.call('POST', '/event-type', { name: 'b.beta', featureFlags: ['beta'] });
  await server.call('POST', '/event-type', { name: 'c.both', featureFlags: ['beta', 'gold'] });
});

const inHours = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
async function tokenAt(at: string, featureFlags: readonly string[] = []): Promise<string> {
  const draft = await server.call('POST', '/portal-preview-drafts', { at });
  expect([draft.status, draft.json.at]).toEqual([201, at]);
  return server.portalToken(app, { previewDraftId: draft.json.id, featureFlags });
}
async function namesFor(token: string): Promise<string[]> {
  const { data } = (await server.call('GET', '/event-type', undefined, { token })).json;
  return data.map(({ name }: { name: string }) => name);
}

test('a past time shows what was there then: texts, schemas, flags, what was deleted since and not what is new', async () => {
  clock.stall(HOUR_MS);
  await server.call('PATCH', '/event-type/a.open', { description: 'Second.', schema: { title: 'two' } });
  await server.call('PATCH', '/event-type/b.beta', { featureFlags: null });
  await server.call('DELETE', '/event-type/c.both?expunge=true');
  await server.call('POST', '/event-type', { name: 'd.new' });
  clock.stall(HOUR_MS);
  expect(await namesFor(await tokenAt(inHours(0)))).toEqual(['a.open']);
  expect(await namesFor(await tokenAt(inHours(0), ['gold']))).toEqual(['a.open', 'c.both']);
  expect(await namesFor(await tokenAt(inHours(1.5)))).toEqual(['a.open', 'b.beta', 'd.new']);
  expect(await namesFor(await tokenAt(inHours(-1)))).toEqual([]);
  const token = await tokenAt(inHours(0.5));
  const then = (await server.call('GET', '/event-type/a.open', undefined, { token })).json;
  expect(then).toMatchObject({ description: 'First.', schemas: { 1: { title: 'one' } } });
  expect((await server.call('GET', '/event-type/d.new', undefined, { token })).status).toBe(404);
});

test('a time to come shows what is planned until then, also once that is moved', async () => {
  const plan = (body: object) => server.create('/flag-releases', body);
  const id = await plan({ flag: 'beta', at: inHours(24) });
  await plan({ flag: 'gold', at: inHours(48), eventTypes: ['c.both'] });
  expect(await namesFor(await tokenAt(inHours(23)))).toEqual(['a.open']);
  const token = await tokenAt(inHours(24));
  expect(await namesFor(token)).toEqual(['a.open', 'b.beta']);
  expect(await namesFor(await tokenAt(inHours(24), ['gold']))).toEqual(['a.open', 'b.beta', 'c.both']);
  expect(await namesFor(await tokenAt(inHours(48)))).toEqual(['a.open', 'b.beta', 'c.both']);
  expect((await server.call('GET', '/event-type/b.beta', undefined, { token })).json.featureFlags).toBeNull();
  await server.call('PATCH', `/flag-releases/${id}`, { at: inHours(72) });
  expect(await namesFor(token)).toEqual(['a.open']);
  expect((await server.call('GET', '/event-type/b.beta', undefined, { token })).status).toBe(404);
});

test('the list of event types at a time has all of them with their flags then, for a full token only', async () => {
  await server.create('/flag-releases', { flag: 'beta', at: inHours(24) });
  clock.stall(HOUR_MS);
  await server.call('DELETE', '/event-type/a.open');
  const flagsAt = async (at: string) => {
    const path = `/event-type?include_archived=true&at=${encodeURIComponent(at)}`;
    const { data } = (await server.call('GET', path)).json;
    return data.map((row: Record<string, unknown>) => [row.name, row.archived, row.featureFlags]);
  };
  expect(await flagsAt(inHours(0))).toEqual([
    ['a.open', false, null],
    ['b.beta', false, ['beta']],
    ['c.both', false, ['beta', 'gold']],
  ]);
  expect(await flagsAt(inHours(24))).toEqual([
    ['a.open', true, null],
    ['b.beta', false, null],
    ['c.both', false, ['gold']],
  ]);
  const token = await server.portalToken(app, { featureFlags: ['beta'] });
  const response = await server.call('GET', `/event-type?at=${inHours(0)}`, undefined, { token });
  expect([response.status, response.json.detail?.[0].loc]).toEqual([422, ['query', 'at']]);
});

test('a time is shown in frames of a share link too, which keep it', async () => {
  const id = await server.create('/flag-releases', { flag: 'beta', at: inHours(24) });
  const draft = (await server.call('POST', '/portal-preview-drafts', { at: inHours(30) })).json;
  const frame = { letter: 'A', name: 'Open', colour: 'teal', featureFlags: [], theme: 'light' };
  const link = await server.call('POST', '/share-links', {
    ...{ appId: app, page: '/catalog', widthPx: 390, frames: [frame], previewDraftId: draft.id },
  });
  await server.call('DELETE', `/flag-releases/${id}`);
  const secret = link.json.url.split('#key=')[1];
  const opened = (await server.call('GET', '/shared-preview', undefined, { token: secret })).json;
  expect(await namesFor(opened.frames[0].token)).toEqual(['a.open', 'b.beta']);
});

test('a time and a connection are refused together: of another instance only the present is known', async () => {
  const connectionId = await server.create('/connections', {
    ...{ name: 'There', baseUrl: server.baseUrl, token: server.adminToken },
  });
  await server.call('POST', `/connections/${connectionId}/working-copy/fetch`);
  const draft = await server.call('POST', '/portal-preview-drafts', { connectionId, at: inHours(0) });
  expect([draft.status, draft.json.detail?.[0].loc.at(-1)]).toEqual([422, 'at']);
});
