import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const PLAIN = 'http://127.0.0.1:9/plain';
let server: TestServer;
/** The same data, started with the flag. */
let strict: TestServer;
let old: { readonly id: string };
beforeAll(async () => {
  server = await startTestServer();
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  old = (await server.call('POST', '/app/ada/endpoint', { url: PLAIN })).json;
  await server.stop();
  strict = await startTestServer({ config: { dataDir: server.dataDir, httpsOnly: true } });
});
afterAll(() => strict.remove());

test('a server started with --https-only refuses plain http, also from the admin, and says why', async () => {
  for (const [method, path] of [
    ['POST', '/app/ada/endpoint'],
    ['PUT', '/app/ada/endpoint/new'],
    ['PATCH', `/app/ada/endpoint/${old.id}`],
    ['POST', '/operational-webhook/endpoint'],
  ] as const) {
    const refused = await strict.call(method, path, { url: 'http://127.0.0.1:9/other' });
    expect([path, refused.status, refused.json.detail]).toEqual([
      path,
      422,
      [expect.objectContaining({ loc: ['body', 'url'], msg: 'must start with https://' })],
    ]);
  }
  const secure = await strict.call('POST', '/app/ada/endpoint', { url: 'https://example.com/hook' });
  expect(secure.status).toBe(201);
});

test('endpoints from before go on, and can be changed in other ways', async () => {
  const path = `/app/ada/endpoint/${old.id}`;
  expect((await strict.call('PATCH', path, { description: 'old' })).json).toMatchObject({
    url: PLAIN,
    description: 'old',
  });
  expect((await strict.call('PUT', path, { url: PLAIN })).status).toBe(200);
  const found = await strict.call('GET', '/fleet/endpoint?q=http://');
  expect(found.json.data.map(({ url }: { url: string }) => url)).toContain(PLAIN);
});

test('the settings cannot switch it off, and portals know it before they send', async () => {
  expect((await strict.call('GET', '/settings')).json.enforceHttps).toBe(true);
  expect((await strict.call('PATCH', '/settings', { enforceHttps: false })).json.enforceHttps).toBe(true);
  const token = (await strict.call('POST', '/auth/app-portal-access/ada', {})).json.token;
  expect((await strict.call('GET', '/portal/look', undefined, { token })).json.enforceHttps).toBe(true);
  const started = (await strict.call('GET', '/service')).json.startSettings;
  expect(started).toContainEqual(expect.objectContaining({ name: 'https-only', value: 'on' }));
});

test('without the flag, the settings decide again', async () => {
  await strict.stop();
  strict = await startTestServer({ config: { dataDir: server.dataDir } });
  expect((await strict.call('GET', '/settings')).json.enforceHttps).toBe(false);
  expect((await strict.call('POST', '/app/ada/endpoint', { url: PLAIN })).status).toBe(201);
});
