import { beforeEach, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const receiver = startedForEach(startReceiver);
const server = startedForEach(startTestServer);
let app: string;
let fast: string;

beforeEach(async () => {
  app = `/app/${await server.create('/app', { name: 'Acme' })}`;
  fast = await endpoint({ uid: 'fast' });
});

async function endpoint(more: object): Promise<string> {
  return await server.create(`${app}/endpoint`, { url: `${receiver.baseUrl}/`, ...more });
}
const send = (): Promise<string> => server.create(`${app}/msg`, { eventType: 'a.b', payload: {} });
const pause = (paused: boolean) => server.call('PUT', '/sending', { paused });
const why = async (message: string) =>
  (await server.call('GET', `${app}/msg/${message}/endpoint/${fast}/why`)).json;

test('sends nothing while it is paused, says why, and sends everything afterwards', async () => {
  expect((await server.call('GET', '/sending')).json).toEqual({ paused: false, since: null });
  const { status, json } = await pause(true);
  expect({ status, paused: json.paused }).toEqual({ status: 200, paused: true });
  expect(Date.now() - Date.parse(json.since)).toBeLessThan(60_000);
  const messages = [await send(), await send()];
  expect(await why(messages[0] ?? '')).toMatchObject({ state: 'held' });
  expect((await why(messages[1] ?? '')).sentence).toMatch(
    /^on hold: all sending was paused on .* UTC, 1 ahead$/,
  );
  const dryRun = await server.call('POST', `${app}/endpoint/${fast}/recover`, {
    since: new Date(Date.now() - 60_000).toISOString(),
    dryRun: true,
  });
  expect(dryRun.json.held).toBe('paused');
  expect(receiver.arrivals).toEqual([]);

  expect((await pause(false)).json).toEqual({ paused: false, since: null });
  await receiver.arrived(2);
  const ids = receiver.arrivals.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual(messages);
});

test('stays paused over a restart, since the same moment', async () => {
  const { since } = (await pause(true)).json;
  const message = await send();
  await server.restart();
  expect((await server.call('GET', '/sending')).json).toEqual({ paused: true, since });
  expect((await pause(true)).json).toEqual({ paused: true, since });
  expect((await why(message)).state).toBe('held');
  expect(receiver.arrivals).toEqual([]);
  await pause(false);
  await receiver.arrived(1);
});

test('is part of no export, and an import does not change it', async () => {
  await pause(true);
  const exported = (await server.call('GET', '/environment/export')).json;
  expect(JSON.stringify(exported)).not.toContain('aused');
  await server.call('POST', '/environment/import', exported);
  expect((await server.call('GET', '/sending')).json.paused).toBe(true);
});

test('is refused to everybody but an admin, and without a clear wish', async () => {
  const { json } = await server.call('POST', `/auth/app-portal-access${app.slice(4)}`, {});
  expect((await server.call('PUT', '/sending', { paused: true }, { token: json.token })).status).toBe(403);
  expect((await server.call('GET', '/sending', undefined, { token: json.token })).status).toBe(403);
  for (const body of [{}, { paused: 'yes' }, { paused: null }]) {
    expect((await server.call('PUT', '/sending', body)).status).toBe(422);
  }
  expect((await server.call('GET', '/sending')).json.paused).toBe(false);
});

test('tells open pages and Prometheus', async () => {
  const gone = new AbortController();
  const stream = await fetch(`${server.baseUrl}/api/v1/live`, {
    headers: { authorization: `Bearer ${server.adminToken}` },
    signal: gone.signal,
  });
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const metrics = async () => (await fetch(`${server.baseUrl}/metrics`)).text();
  expect(await metrics()).toContain('posthorn_sending_paused 0');
  await pause(true);
  for (let text = ''; !text.includes('{"kind":"sending-changed"}'); )
    text += (await events?.read())?.value ?? '';
  gone.abort();
  expect(await metrics()).toContain('posthorn_sending_paused 1');
});
