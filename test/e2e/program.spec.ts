import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from '../support/browser-test';
import { startConnectProxy } from '../support/connect-proxy';
import { startReceiver } from '../support/receiver';
import { startPosthorn } from '../support/start-posthorn';
import { callApi } from './admin-page';

/** The built program, run by `posthorn serve`: no browser, only what a script would see. */

test('a server reports when it is ready, keeps a second one off its data folder, and exits with 0 on SIGTERM', async () => {
  const first = await startPosthorn();
  try {
    await expect(startPosthorn({ dataDir: first.dataDir })).rejects.toThrow(
      /ended with code 1.*Another Posthorn server is already using the data folder/s,
    );
    const health = await fetch(`${first.baseUrl}/api/v1/health`);
    expect(health.status).toBeLessThan(300);
    expect(await first.stop('SIGTERM')).toBe(0);
  } finally {
    await first.dispose();
  }
});

test('a killed server starts again with the same admin token and data, and exits with 0 on SIGINT', async () => {
  const env = { POSTHORN_ADMIN_TOKEN: '' };
  const first = await startPosthorn({ env });
  const tokenFile = join(first.dataDir, 'admin-token');
  const adminToken = (await readFile(tokenFile, 'utf8')).trim();
  if (process.platform !== 'win32') expect(statSync(tokenFile).mode & 0o077).toBe(0);
  await callApi({ baseUrl: first.baseUrl, adminToken }, 'POST', '/app', { name: 'Ada', uid: 'ada' });
  await first.kill();
  const second = await startPosthorn({ dataDir: first.dataDir, env });
  const { baseUrl } = second;
  expect(await callApi({ baseUrl, adminToken }, 'GET', '/app/ada')).toMatchObject({ name: 'Ada' });
  expect(await second.stop('SIGINT')).toBe(0);
  await first.dispose();
});

test('the built program sends through a proxy', async () => {
  const receiver = await startReceiver();
  const proxy = await startConnectProxy({ verdict: () => ({ port: receiver.port }) });
  const posthorn = await startPosthorn({ args: ['--proxy', proxy.url] });
  const { id } = await callApi<{ id: string }>(posthorn, 'POST', '/app', { name: 'Ada' });
  await callApi(posthorn, 'POST', `/app/${id}/endpoint`, { url: 'http://receiver.invalid/hook' });
  await callApi(posthorn, 'POST', `/app/${id}/msg`, { eventType: 'a', payload: {} });
  await expect.poll(() => receiver.arrivals.length).toBe(1);
  await posthorn.dispose();
  await proxy.close();
  await receiver.close();
});

test('a server with a wrong flag names the flag and does not start', async () => {
  await expect(startPosthorn({ args: ['--request-timeout', 'soon'] })).rejects.toThrow(/--request-timeout/);
  await expect(startPosthorn({ args: ['--no-such-flag'] })).rejects.toThrow(/no-such-flag/);
});

test('every page has a strict content security policy and no header that names the server', async ({
  shared,
}) => {
  for (const path of ['/', '/admin/', '/portal/']) {
    const page = await fetch(`${shared.baseUrl}${path}`);
    expect(page.status, path).toBe(200);
    expect(page.headers.get('content-type'), path).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).toMatch(/script-src 'self'(;|$)/);
    expect(policy, path).not.toContain('unsafe-eval');
    expect(page.headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(page.headers.get('referrer-policy'), path).toBeTruthy();
    expect(page.headers.get('x-powered-by'), path).toBeNull();
  }
});

test('the built server renders pages with the production build of React, whatever NODE_ENV is', async () => {
  const folder = resolve(import.meta.dirname, '../../out/main');
  const built = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(built.map((name) => readFile(join(folder, name), 'utf8')));
  const having = (pattern: RegExp) => built.filter((_, index) => pattern.test(texts[index] ?? ''));
  // Code outside the build depends on NODE_ENV, which servers do not set, and worker threads never.
  expect(having(/from ["']react(-dom)?[/"']/)).toEqual([]);
  expect(having(/react-dom-server[.\w-]*\.development\.js/)).toEqual([]);
  expect(having(/react-dom-server[.\w-]*\.production\.js/)).not.toEqual([]);
});
