import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src-server/version';
import { startTestServer } from '../support/start-test-server';

test('a second server on the same folder is refused with a sentence, and harms nothing', async () => {
  const server = await startTestServer();
  await expect(startTestServer({ config: { dataDir: server.dataDir } })).rejects.toThrow(
    /already using the data folder/,
  );
  expect((await server.call('POST', '/app', { name: 'a' })).status).toBe(201);
  await server.remove();
});

test('a port in use is refused with a sentence, and the folder is free again', async () => {
  const server = await startTestServer();
  const port = Number(new URL(server.baseUrl).port);
  const other = await startTestServer();
  await other.stop();
  const again = (config: object) => startTestServer({ config: { dataDir: other.dataDir, ...config } });
  await expect(again({ port })).rejects.toThrow(/is in use/);
  await (await again({})).remove();
  await server.remove();
});

test('what is on its way when the server stops still gets its response', async () => {
  const server = await startTestServer();
  const body = JSON.stringify({ name: 'late' });
  const call = request(`${server.baseUrl}/api/v1/app`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-length': body.length },
  });
  const status = new Promise((done, reject) => {
    call.on('response', (response) => done(response.resume().statusCode)).on('error', reject);
  });
  call.write(body.slice(0, 5));
  await server.call('GET', '/app'); // by then the first part has arrived
  const stopped = server.stop();
  call.end(body.slice(5));
  expect(await status).toBe(201);
  await stopped;
  await expect(fetch(server.baseUrl)).rejects.toThrow();
  const again = await startTestServer({ config: { dataDir: server.dataDir } });
  expect((await again.call('GET', '/app')).json.data[0].name).toBe('late');
  await again.remove();
});

test('local targets are allowed only where a person works at this computer', async () => {
  const status = async (config: object) => {
    const server = await startTestServer({ config });
    const app = await server.create('/app', { name: 'a' });
    const response = await server.call('POST', `/app/${app}/endpoint`, { url: 'http://127.0.0.1:9/' });
    await server.remove();
    return response.status;
  };
  expect(await status({ workstation: true })).toBe(201);
  expect(await status({ workstation: false })).toBe(422);
  expect(await status({ workstation: true, host: '0.0.0.0' })).toBe(422);
  expect(await status({ workstation: false, allowTargets: ['127.0.0.0/8'] })).toBe(201);
});

test('the version is that of the package', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  expect(VERSION).toBe(JSON.parse(text).version);
});
