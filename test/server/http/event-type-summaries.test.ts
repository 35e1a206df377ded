import { expect, test } from 'vitest';
import { testOnFile } from '../../support/engines';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedForEach(startTestServer);

const define = (name: string, extra: object = {}) =>
  server.call('POST', '/event-type', { name, description: `"${name}" äé\u2028`, ...extra });
const summaries = async () => (await server.call('GET', '/event-type-summaries')).json;
const changes = async () =>
  Object.fromEntries(
    (await summaries()).data.map(({ name, change }: { name: string; change: unknown }) => [name, change]),
  );

testOnFile('an empty catalog has no rows and nothing to count from', async () => {
  expect(await summaries()).toEqual({ data: [], changesSince: null });
  expect((await server.call('GET', '/event-type-last-sent')).json).toEqual({ data: [], countedSince: null });
});

testOnFile('the whole catalog in one response says what the pages of the list say', async () => {
  await define('b.flagged', {
    featureFlags: ['beta', 'gamma'],
    groupName: 'own',
    deprecated: true,
    sunsetAt: '2030-01-31T00:00:00Z',
    replacedBy: 'a.described',
  });
  await define('a.described', { schemas: { 1: { type: 'object' } } });
  await define('c.archived');
  await server.call('DELETE', '/event-type/c.archived');
  const pages = (await server.call('GET', '/event-type?include_archived=true&with_content=true')).json.data;
  const rows = (await summaries()).data;
  expect(rows).toEqual(
    pages.map(({ schemas, featureFlag, createdAt, ...row }: Record<string, unknown>) => ({
      ...row,
      hasSchema: schemas !== null,
      change: null,
    })),
  );
  expect(rows[1]).toMatchObject({ deprecatedAt: expect.any(String), replacedBy: 'a.described' });
});

test('changes are counted from the last import, and once there was a publish from that', async () => {
  const spec = webhooksDocument({ 'a.imported': { summary: 'Imported.' } });
  await server.call('POST', '/event-type/import/openapi', { spec });
  expect((await summaries()).changesSince).toMatchObject({ what: 'import' });
  await later();
  await define('b.made');
  await server.call('PATCH', '/event-type/a.imported', { deprecated: true });
  expect(await changes()).toEqual({ 'a.imported': 'changed', 'b.made': 'new' });
  await later();
  await server.call('POST', '/public-page/publish');
  expect((await summaries()).changesSince).toMatchObject({ what: 'publish' });
  expect(await changes()).toEqual({ 'a.imported': null, 'b.made': null });
});

testOnFile('what was undone is not changed, whether an import was or an edit', async () => {
  const spec = (summary: string) => webhooksDocument({ 'a.imported': { summary } });
  await server.call('POST', '/event-type/import/openapi', { spec: spec('First.') });
  const { changesSince } = await summaries();
  await later();
  const second = await server.call('POST', '/event-type/import/openapi', { spec: spec('Second.') });
  expect(second.status).toBe(200);
  await later();
  const [receipt] = (await server.call('GET', '/event-type/import/receipt')).json.data;
  expect((await server.call('POST', `/event-type/import/receipt/${receipt.id}/undo`)).status).toBe(200);
  expect(await summaries()).toMatchObject({
    changesSince,
    data: [{ name: 'a.imported', description: 'First.', change: null }],
  });
  await later();
  await server.call('PATCH', '/event-type/a.imported', { deprecated: true });
  expect(await changes()).toEqual({ 'a.imported': 'changed' });
  await server.call('PATCH', '/event-type/a.imported', { deprecated: false });
  expect(await changes()).toEqual({ 'a.imported': null });
});

test('the last message of each event type has its time', async () => {
  await define('a.sent');
  await define('b.quiet');
  const { id } = (await server.call('POST', '/app', { name: 'A' })).json;
  const send = () => server.call('POST', `/app/${id}/msg`, { eventType: 'a.sent', payload: {} });
  await send();
  await later();
  const { timestamp } = (await send()).json;
  expect((await server.call('GET', '/event-type-last-sent')).json).toEqual({
    data: [{ name: 'a.sent', at: timestamp }],
    countedSince: null,
  });
});

/** Times are in milliseconds: later events need a later one. */
async function later(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(now);
}
