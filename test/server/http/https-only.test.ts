import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const PLAIN = 'http://127.0.0.1:9/plain';
const server = startedOnce(startTestServer);
let old: { readonly id: string };
beforeAll(async () => {
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  old = (await server.call('POST', '/app/ada/endpoint', { url: PLAIN })).json;
  await server.restart({ config: { httpsOnly: true } });
});

test('a server started with --https-only refuses plain http, also from the admin, and says why', async () => {
  for (const [method, path] of [
    ['POST', '/app/ada/endpoint'],
    ['PUT', '/app/ada/endpoint/new'],
    ['PATCH', `/app/ada/endpoint/${old.id}`],
    ['POST', '/operational-webhook/endpoint'],
  ] as const) {
    const refused = await server.call(method, path, { url: 'http://127.0.0.1:9/other' });
    expect([path, refused.status, refused.json.detail]).toEqual([
      path,
      422,
      [expect.objectContaining({ loc: ['body', 'url'], msg: 'must start with https://' })],
    ]);
  }
  const secure = await server.call('POST', '/app/ada/endpoint', { url: 'https://example.com/hook' });
  expect(secure.status).toBe(201);
});

test('endpoints from before go on, and can be changed in other ways', async () => {
  const path = `/app/ada/endpoint/${old.id}`;
  expect((await server.call('PATCH', path, { description: 'old' })).json).toMatchObject({
    url: PLAIN,
    description: 'old',
  });
  expect((await server.call('PUT', path, { url: PLAIN })).status).toBe(200);
  const found = await server.call('GET', '/fleet/endpoint?q=http://');
  expect(found.json.data.map(({ url }: { url: string }) => url)).toContain(PLAIN);
});

test('the settings cannot switch it off, and portals know it before they send', async () => {
  expect((await server.call('GET', '/settings')).json.enforceHttps).toBe(true);
  expect((await server.call('PATCH', '/settings', { enforceHttps: false })).json.enforceHttps).toBe(true);
  const token = await server.portalToken('ada');
  expect((await server.call('GET', '/portal/look', undefined, { token })).json.enforceHttps).toBe(true);
  const started = (await server.call('GET', '/service')).json.startSettings;
  expect(started).toContainEqual(expect.objectContaining({ name: 'https-only', value: 'on' }));
});

test('without the flag, the settings decide again', async () => {
  await server.restart({ config: { httpsOnly: false } });
  expect((await server.call('GET', '/settings')).json.enforceHttps).toBe(false);
  expect((await server.call('POST', '/app/ada/endpoint', { url: PLAIN })).status).toBe(201);
});
